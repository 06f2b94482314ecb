import { describe, expect, it } from 'vitest';
import german from '../../../../media/l10n/refusals.de.json' with { type: 'json' };
import { SentenceTable } from './sentenceTable.js';

describe('the German of what is said without a key', () => {
  const table = new SentenceTable(german);

  it('finds every sentence again that it has, whatever else is there', () => {
    for (const [english, translated] of Object.entries(german.sentences)) {
      const starred = new Set([...english.matchAll(/\{(\d+)\*\}/g)].map(([, index]) => index));
      const said = english.replace(/\{(\d+)\*?\}/g, (_place, index) =>
        starred.has(index) ? 'accepted' : `V${index}x`,
      );
      const expected = translated.replace(/\{(\d+)\}/g, (_place, index) =>
        starred.has(index) ? 'angenommen' : `V${index}x`,
      );
      expect(table.tell(said)).toBe(expected);
    }
  });
});

describe('a table', () => {
  it('takes of several that fit the one with most words of its own', () => {
    const table = new SentenceTable({
      sentences: { 'There is no {0}.': 'a {0}', 'There is no {0} here.': 'b {0}', '{0} is {1*}.': 'c {0} {1}' },
      words: { done: 'd' },
      states: {},
    });
    expect(
      ['There is no lamp here.', 'There is no lamp.', 'It is done.', 'It is red.'].map(s => table.tell(s)),
    ).toEqual(['b lamp', 'a lamp', 'c It d', 'It is red.']);
  });

  it('may put values elsewhere, or leave them out', () => {
    const table = new SentenceTable({
      sentences: { 'From {0} to {1}, by {2}.': '{2}: {1} ({9})' },
      words: {},
      states: {},
    });
    expect(table.tell('From A to B, by {1}.')).toBe('{1}: B ({9})');
  });
});
