import { describe, expect, it } from 'vitest';
import { countLines, lineRangeText, parseLineRange } from './lineRange.js';

describe('lines of a finding', () => {
  it.each([
    ['3', { start: 3, end: 3 }],
    ['3-7', { start: 3, end: 7 }],
    [' 3 - 7 ', { start: 3, end: 7 }],
    ['7-7', { start: 7, end: 7 }],
    ['0', undefined],
    ['0-3', undefined],
    ['7-3', undefined],
    ['-3', undefined],
    ['3-', undefined],
    ['3,7', undefined],
    ['3.5', undefined],
    ['', undefined],
    ['99999999999', undefined],
    ['1-999999999', undefined],
  ])('%s', (text, expected) => {
    expect(parseLineRange(text)).toEqual(expected);
  });

  it('are said in words', () => {
    expect(lineRangeText({ start: 3, end: 3 })).toEqual('line 3');
    expect(lineRangeText({ start: 3, end: 7 })).toEqual('lines 3-7');
  });

  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\r\nb\r\n', 2],
    ['\n', 1],
    ['a\rb', 2],
  ])('of %j are %i', (text, expected) => {
    expect(countLines(text)).toBe(expected);
  });
});
