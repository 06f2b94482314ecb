import { describe, expect, it } from 'vitest';
import { displayWidth, manyLines, oneLine, pad, truncate, wrap } from './text.js';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['“naïve” — é…', 12],
    ['日本語', 6],
    ['e\u0301', 1],
    ['👍', 2],
    ['👨‍👩‍👧 x', 4],
    ['❤️', 2],
    ['한글', 4],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('truncate', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['a longer text', 8, 'a longe…'],
    ['a word cut', 7, 'a word…'],
    ['日本語です', 6, '日本…'],
    ['ab👨‍👩‍👧cd', 5, 'ab👨‍👩‍👧…'],
  ])('cuts %j to %i columns', (text, columns, cut) => {
    expect(truncate(text, columns)).toBe(cut);
    expect(displayWidth(cut)).toBeLessThanOrEqual(columns);
  });
});

describe('oneLine and manyLines', () => {
  it('show what would drive a terminal', () => {
    expect(oneLine('a\u001b[31mred\u001b[0m\n\tb\u0007 \u202edc')).toBe('a\\x1b[31mred\\x1b[0m b\\x07 \\u202edc');
    expect(oneLine('title\u001b]0;owned\u0007')).toBe('title\\x1b]0;owned\\x07');
    expect(manyLines('a\r\nb\u001b[2J\n\tc  \r%')).toEqual(['a', 'b\\x1b[2J', '  c', '%']);
  });
});

describe('pad', () => {
  it('counts columns, not characters', () => {
    expect(pad('日', 4)).toBe('日  ');
    expect(pad('7', 3, true)).toBe('  7');
    expect(pad('too long', 3)).toBe('too long');
  });
});

describe('wrap', () => {
  it('breaks between words only', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('unbreakable', 4)).toEqual(['unbreakable']);
  });
});
