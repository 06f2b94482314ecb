import { describe, expect, it } from 'vitest';
import { appendNotes, hasNotes, mergeNotes, readNotes, replaceNotes } from './notes.js';

describe('notes given with a transition', () => {
  it('replace when there are any, and are kept otherwise', () => {
    expect(replaceNotes('before', 'after')).toBe('after');
    expect(replaceNotes('before', undefined)).toBe('before');
    expect(replaceNotes('before', '')).toBe('before');
    expect(replaceNotes(null, undefined)).toBeNull();
    expect(replaceNotes(null, 'first')).toBe('first');
  });
});

describe('notes given with an end', () => {
  it.each([
    ['nothing', null, 'b', 'b'],
    ['empty notes', '', 'b', 'b'],
    ['text', 'a', 'b', 'a\nb'],
    ['an object without text', '{"a":1}', 'b', '{"a":1,"text":"b"}'],
    ['an object with text', '{"text":"a","c":1}', 'b', '{"text":"a\\nb","c":1}'],
    ['an object with other than text', '{"text":[1]}', 'b', '{"text":"[1]\\nb"}'],
    ['an object, fields', '{"a":1,"b":2}', '{"b":3}', '{"a":1,"b":3}'],
    ['text, fields', 'a', '{"b":3}', '{"text":"a","b":3}'],
  ])('are added to %s, once', (_name, before, given, after) => {
    expect(hasNotes(before, given)).toBe(false);
    expect(appendNotes(before, given)).toBe(after);
    expect(hasNotes(after, given)).toBe(true);
    expect(appendNotes(after, given)).toBe(after);
  });

  it('are none when nothing is given', () => {
    expect(appendNotes('a', undefined)).toBe('a');
    expect(appendNotes('a', '')).toBe('a');
    expect(appendNotes(null, undefined)).toBeNull();
  });
});

describe('annotating', () => {
  it.each([
    ['nothing', null, { a: 1 }, { a: 1 }],
    ['empty notes', '', { a: 1 }, { a: 1 }],
    ['an object, the patch wins', '{"a":1,"b":2}', { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
    ['an object, not deep', '{"a":{"x":1}}', { a: { y: 2 } }, { a: { y: 2 } }],
    ['text', 'saw it fail twice', { a: 1 }, { text: 'saw it fail twice', a: 1 }],
    ['a JSON array', '[1,2]', { a: 1 }, { text: '[1,2]', a: 1 }],
    ['a JSON scalar', '42', { a: 1 }, { text: '42', a: 1 }],
    ['text that the patch replaces', 'old', { text: 'new' }, { text: 'new' }],
    ['an empty patch', '{"a":1}', {}, { a: 1 }],
    ['null as a value', '{"a":1}', { a: null }, { a: null }],
  ])('merges into %s', (_name, before, patch, after) => {
    expect(JSON.parse(mergeNotes(before, patch))).toEqual(after);
  });

  it('keeps a key that is special to objects as an ordinary one', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>;
    expect(mergeNotes('{"a":1}', patch)).toBe('{"a":1,"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('showing notes', () => {
  it('gives the object, the text or nothing', () => {
    expect(readNotes('{"a":1}')).toEqual({ a: 1 });
    expect(readNotes('plain')).toBe('plain');
    expect(readNotes('[1]')).toBe('[1]');
    expect(readNotes(null)).toBeNull();
  });
});
