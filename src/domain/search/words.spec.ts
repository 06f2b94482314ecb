import { describe, expect, it } from 'vitest';
import { readSearchQuery } from './searchQuery.js';
import { snippetOf } from './snippet.js';
import { partsOfNames, wordsOf } from './words.js';

const stems = (text: string, inQuery = false) => wordsOf(text, inQuery).map(({ stem }) => stem);

describe('wordsOf', () => {
  it('folds case and accents, and cuts English words to their stems', () => {
    expect(stems('Waiting for the Bericht über Grüße, naïvely')).toEqual([
      ...['wait', 'for', 'the', 'bericht', 'uber', 'gruss', 'naiv'],
    ]);
    expect(stems('queries query QUERYING')).toEqual(['queri', 'queri', 'queri']);
  });

  it('separates by all else, and leaves codes as they are', () => {
    expect(stems('src/login_form.ts:12 W-7 c0ffee1s "AND"')).toEqual([
      ...['src', 'login', 'form', 'ts', '12', 'w', '7', 'c0ffee1s', 'and'],
    ]);
  });

  it('takes pairs of characters where words have no spaces between them', () => {
    expect(stems('日本語 test')).toEqual(['日本', '本語', '語', 'test']);
    expect(stems('日本語', true)).toEqual(['日本', '本語']);
    expect(stems('語', true)).toEqual(['語*']);
    expect(wordsOf('a 日本')).toMatchObject([
      { start: 0, end: 1 },
      { start: 2, end: 4 },
      { start: 3, end: 4 },
    ]);
  });

  it('knows the parts of names', () => {
    expect(partsOfNames('the workItemTable of HTTPServer')).toEqual(['work', 'item', 'tabl', 'http', 'server']);
  });
});

describe('readSearchQuery', () => {
  it.each([
    ['slow checkout', [['slow'], ['checkout']], {}],
    [
      '"slow checkout" W-12',
      [
        ['slow', 'checkout'],
        ['w', '12'],
      ],
      {},
    ],
    [
      'kind:finding status:open author:"Ann Bee" x',
      [['x']],
      { kind: ['finding'], status: ['open'], author: ['ann bee'] },
    ],
    ['KIND:Note kind:run', [], { kind: ['note', 'run'] }],
    ['(a AND NOT b*) ^c', [['a'], ['and'], ['not'], ['b'], ['c']], {}],
    ['unbalanced "quote here', [['unbalanc'], ['quot'], ['here']], {}],
    ['kind: node', [['kind'], ['node']], {}],
    [
      'http://a.b std::vector C:\\x',
      [
        ['http', 'a', 'b'],
        ['std', 'vector'],
        ['c', 'x'],
      ],
      {},
    ],
    [
      'localhost:3000 src/a.ts:12',
      [
        ['localhost', '3000'],
        ['src', 'a', 'ts', '12'],
      ],
      {},
    ],
    ['task:T-3 lane:"log in" path:src/*.ts', [], { task: ['t-3'], lane: ['log in'], path: ['src/*.ts'] }],
    ['- && ||', [], {}],
  ])('reads %s', (query, phrases, filters) => {
    const none = { kind: [], status: [], author: [], task: [], lane: [], path: [] };
    expect(readSearchQuery(query)).toEqual({ phrases, filters: { ...none, ...filters }, unknown: [] });
  });

  it.each([
    ['severity:high', ['severity']],
    ['owner:codex kind:finding', ['owner']],
    ['login is:open assignee:"Ann Bee"', ['is', 'assignee']],
    ['Label:bug', ['Label']],
    ['(tag:a)', []],
    ['"severity:high"', []],
  ])('tells the filters of %s that there are not', (query, unknown) => {
    expect(readSearchQuery(query).unknown).toEqual(unknown);
  });
});

it.each([
  ['path:', 'path'],
  ['login  Kind: ', 'kind'],
  ['lane:"" login', 'lane'],
  ['path:src', undefined],
  ['kind: node', undefined],
  ['"path:"', undefined],
  ['mypath:', undefined],
  ['std::path:', undefined],
])('tells the filter of %j that has no value', (query, field) => {
  expect(readSearchQuery(query).withoutValue).toBe(field);
});

describe('snippetOf', () => {
  it('shows where the most of the words are', () => {
    const text = `The checkout. ${'Nothing here to see. '.repeat(10)}Then the checkout\nwas slow on Mondays.`;
    const found = snippetOf(text, ['slow', 'checkout'], 60);
    expect(found?.text).toBe('…here to see. Then the checkout was slow on Mondays.');
    expect(found?.marks.map(([start, end]) => found.text.slice(start, end))).toEqual(['checkout', 'slow']);
  });

  it('marks beginnings, joins pairs, and finds nothing where nothing is', () => {
    const found = snippetOf('Checking 日本語 checks', ['日本', '本語', 'che*'], 60);
    expect(found?.marks.map(([start, end]) => found.text.slice(start, end))).toEqual(['Checking', '日本語', 'checks']);
    expect(snippetOf('Nothing', ['word'], 60)).toBeUndefined();
  });
});
