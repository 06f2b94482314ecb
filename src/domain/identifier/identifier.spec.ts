import { describe, expect, it } from 'vitest';
import { candidates, formatRef, isOwnId, looksLikeNumberedId, parseIdentifier } from './identifier.js';

const ulid = '01HZY3V2M4T5W6X7Y8Z9ABCDEF';

describe('identifiers', () => {
  it.each([
    ['W-12', { by: 'number', number: 12 }],
    ['12', { by: 'number', number: 12 }],
    [' W-12 ', { by: 'number', number: 12 }],
    [ulid, { by: 'ulid', ulid }],
    ['release-2.0', { by: 'key', key: 'release-2.0' }],
    ['F-3', { by: 'key', key: 'F-3' }],
    ['W-1234567890123456', { by: 'key', key: 'W-1234567890123456' }],
    ['01hzy3v2m4t5w6x7y8z9abcdef', { by: 'ulid', ulid }],
    ['-5', { by: 'key', key: '-5' }],
    ['W--5', { by: 'key', key: 'W--5' }],
  ])('reads %s', (text, expected) => {
    expect(parseIdentifier('workItem', text)).toEqual(expected);
  });

  it.each(['w-12', 'W12', 'w12'])('reads %s as a caller’s id, and as a ref where no one has it', text => {
    expect(candidates(parseIdentifier('workItem', text))).toMatchObject([
      { by: 'key', key: text },
      { by: 'number', number: 12 },
    ]);
  });

  it('reads id:42 as a caller’s id, and as an issue of GitHub where no work item has it', () => {
    expect(candidates(parseIdentifier('workItem', 'id:42'))).toMatchObject([
      { by: 'key', key: '42' },
      { by: 'key', key: '#42' },
      { by: 'key', key: 'id:42' },
    ]);
    expect(candidates(parseIdentifier('finding', 'id:42'))).toMatchObject([{ key: '42' }, { key: 'id:42' }]);
  });

  it.each([
    ['id:4a', '4a'],
    ['id:W-12', 'W-12'],
    [' id: a b ', 'a b'],
    ['id:id:7', 'id:7'],
  ])('reads %j as a caller’s id', (text, key) => {
    expect(candidates(parseIdentifier('workItem', text))).toMatchObject([
      { by: 'key', key },
      { by: 'key', key: text.trim() },
    ]);
  });

  it('reads the refs of records that have no caller’s id in any form', () => {
    expect(parseIdentifier('slice', 's2')).toEqual({ by: 'number', number: 2 });
    expect(parseIdentifier('slice', 'id:2')).toEqual({ by: 'key', key: 'id:2' });
  });

  it('knows its own ids by their exact form', () => {
    expect(['W-1', 'T-3', 'Q-0', ulid, ulid.toLowerCase()].filter(text => !isOwnId(text))).toEqual([]);
    expect(['42', '-42', 'w1', 'W1', 'w-1', 'W-1a', 'WW-1', 'GH-12', 'W-', 'W--1'].filter(isOwnId)).toEqual([]);
  });

  it('writes the letter of each kind', () => {
    expect(formatRef('workItem', 12)).toBe('W-12');
    expect(formatRef('finding', 3)).toBe('F-3');
    expect(formatRef('outboxEntry', 1)).toBe('O-1');
  });

  it.each([['W-1'], ['t9'], ['42'], ['-42'], [ulid], ['01hzy3v2m4t5w6x7y8z9abcdef']])(
    'does not let %s be a key',
    key => {
      expect(looksLikeNumberedId(key)).toBe(true);
    },
  );

  it.each([['release-2.0'], ['W-1a'], ['WW-1'], ['build:42'], ['wf:1793613600000']])('lets %s be a key', key => {
    expect(looksLikeNumberedId(key)).toBe(false);
  });
});
