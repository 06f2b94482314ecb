import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { findingRecord } from '../finding/findingRecord.js';
import { findingShow } from '../finding/findingShow.js';
import { queueAdd } from './queueAdd.js';
import { queueDepend } from './queueDepend.js';
import { queueImport } from './queueImport.js';
import { queueList } from './queueList.js';
import { queueShow } from './queueShow.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

const refOf = async (id: string) => (await repository.ok(queueShow, { id })).item.ref;

it.each(['42', 'w7', '<20261124.a@mail.example>', 'owner/repo#7', 'two  words', 'x'.repeat(200)])(
  'finds a work item by the id %s',
  async key => {
    await repository.add('first');
    const item = await repository.add('second', { id: key });
    expect(item).toMatchObject({ ref: 'W-2', key });
    expect(await refOf(`id:${key}`)).toBe('W-2');
    if (key !== '42') expect(await refOf(key)).toBe('W-2');
    expect(await repository.ok(queueAdd, { title: 'second', id: key })).toMatchObject({ inserted: false, differs: [] });
  },
);

it('reads digits as the number of a work item, and id: as an id', async () => {
  await repository.add('first', { id: '2' });
  await repository.add('second', { id: '1' });
  expect(await Promise.all(['1', 'W-1', 'id:1', 'id:2'].map(refOf))).toEqual(['W-1', 'W-1', 'W-2', 'W-1']);
});

it('reads w1 as an id where there is one, else as the ref', async () => {
  await repository.add('first');
  await repository.add('second');
  expect(await refOf('w1')).toBe('W-1');
  await repository.ok(queueAdd, { title: 'third', id: 'w1' });
  expect(await Promise.all(['w1', 'W1', 'W-1'].map(refOf))).toEqual(['W-3', 'W-1', 'W-1']);
});

it('finds an id that begins with id: itself', async () => {
  await repository.add('first', { id: 'id:7' });
  expect(await refOf('id:7')).toBe('W-1');
  await repository.add('second', { id: '7' });
  expect(await Promise.all(['id:7', 'id:id:7'].map(refOf))).toEqual(['W-2', 'W-1']);
});

it('depends on work items by their ids', async () => {
  await repository.add('first', { id: '42' });
  await repository.add('second', { id: 'a b' });
  const third = await repository.add('third', { dependsOn: ['id:42', ' a b '] });
  expect(third.dependsOn).toEqual(['W-1', 'W-2']);
  expect((await repository.ok(queueDepend, { id: 'a b', dependsOn: ['id:42'] })).item.dependsOn).toEqual(['W-1']);
  const again = await repository.ok(queueAdd, { title: 'First', id: '42', dependsOn: ['id:42'] });
  expect(again.differs).toEqual(['title', 'dependsOn']);
});

it('imports lines that wait for each other by their ids', async () => {
  const lines = [
    { title: 'one', id: '10', dependsOn: ['id:20', 'w3'] },
    { title: 'two', id: '20' },
    { title: 'three', id: 'w3', dependsOn: ['W2'] },
  ];
  const jsonl = lines.map(line => JSON.stringify(line)).join('\n');
  await repository.add('here');
  await repository.add('there');
  await repository.ok(queueImport, { jsonl });
  const { items } = await repository.ok(queueList, { order: 'created' });
  expect(items.map(({ key, dependsOn }) => [key, dependsOn])).toEqual([
    [null, []],
    [null, []],
    ['10', ['W-4', 'W-5']],
    ['20', []],
    ['w3', ['W-2']],
  ]);
});

it('refuses lines that wait for each other in a cycle by their ids', async () => {
  const jsonl = '{"title":"one","id":"1","dependsOn":["id:2"]}\n{"title":"two","id":"2","dependsOn":["id:1"]}';
  expect(await repository.refused(queueImport, { jsonl })).toMatchObject({ code: 'invalid_input' });
});

it.each(['W-12', 'T-3', 'F-7', 'L-2', 'S-1', '01HZY3V2M4T5W6X7Y8Z9ABCDEF'])('refuses %s as an id', async id => {
  expect(await repository.refused(queueAdd, { title: 'x', id })).toMatchObject({
    message: 'Invalid input: id: it looks like one of Stateroom’s own ids.',
  });
});

it('says which work item is not there', async () => {
  const says = async (id: string) => (await repository.refused(queueShow, { id })).message;
  expect(await says('w9')).toBe('Work item W-9 not found.');
  expect(await says('9')).toBe('Work item W-9 not found.');
  expect(await says('id:9')).toBe('Work item with id “9” not found.');
});

it('finds a finding by an id of digits', async () => {
  await repository.ok(findingRecord, { severity: 'low', path: 'a.ts', text: 'Too long', id: '7', repository: true });
  expect((await repository.ok(findingShow, { id: 'id:7' })).finding).toMatchObject({ ref: 'F-1', key: '7' });
});
