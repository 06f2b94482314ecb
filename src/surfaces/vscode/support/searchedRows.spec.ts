import { expect, it } from 'vitest';
import { searchedRows } from './searchedRows.js';

const all = ['login', 'cart', 'search', 'logout'];

/** A list of which two rows are read at a time. */
function reading(list: readonly string[]) {
  const asked: (string | undefined)[] = [];
  const read = async (text: string | undefined) => {
    asked.push(text);
    const found = list.filter(label => label.includes(text ?? ''));
    return { rows: found.slice(0, 2).map(label => ({ label, value: label })), more: found.length > 2 };
  };
  return { asked, ...searchedRows(read) };
}

const labels = (rows: readonly { readonly label: string }[] | undefined) => rows?.map(({ label }) => label);

it('searches the whole of a longer list, and comes back to its beginning', async () => {
  const { rows, search, asked } = reading(all);
  expect(labels(await rows)).toEqual(['login', 'cart']);
  expect(await search('  ')).toBeUndefined();
  expect(labels(await search(' logout '))).toEqual(['logout']);
  expect(labels(await search('nothing'))).toEqual([]);
  expect(labels(await search(''))).toEqual(['login', 'cart']);
  expect(await search('')).toBeUndefined();
  expect(labels(await search('x'.repeat(1_000_000)))).toEqual([]);
  expect(asked).toEqual([undefined, 'logout', 'nothing', undefined, 'x'.repeat(200)]);
});

it('leaves a list that was read whole to the picker', async () => {
  const { rows, search, asked } = reading(['login', 'cart']);
  expect(labels(await rows)).toEqual(['login', 'cart']);
  expect(await search('cart')).toBeUndefined();
  expect(asked).toEqual([undefined]);
});
