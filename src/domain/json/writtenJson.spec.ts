import { describe, expect, it } from 'vitest';
import { isJson, jsonText, parseJson } from './writtenJson.js';

describe('JSON with numbers as they were written', () => {
  it.each([
    '9007199254740993',
    '-123456789012345678901234567890',
    '1.10',
    '1e400',
    '-0',
    '1e5',
    '0.1',
    '7',
    '[1.0,{"a":[1E+2,"1.10"]}]',
    '{"text":"1.10 \\" 1e400 \\\\","n":1.10,"__proto__":9007199254740993}',
  ])('gives %s back', text => {
    expect(jsonText(parseJson(text))).toBe(text);
  });

  it('is plain JSON where JavaScript changes no number', () => {
    const text = '{"a":[1,-2.5,"9007199254740993",null,true]}';
    expect(parseJson(text)).toStrictEqual(JSON.parse(text));
    expect(jsonText({ at: new Date(0), a: undefined }, 1)).toBe('{\n "at": "1970-01-01T00:00:00.000Z"\n}');
    expect(jsonText(parseJson('{"a":1.10}'), 2)).toBe('{\n  "a": 1.10\n}');
  });

  it('reads long texts', () => {
    const text = JSON.stringify({ a: '\\" 1.10 '.repeat(1_000_000), n: 1 });
    expect(jsonText(parseJson(text))).toBe(text);
  });

  it('refuses what is not JSON', () => {
    for (const text of ['', '{', '1.', '01', '1.10]', '{"a":1.10,}'])
      expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('is a number of JavaScript for all else', () => {
    expect(JSON.stringify(parseJson('[1.10,9007199254740993,1e400]'))).toBe('[1.1,9007199254740992,null]');
  });

  it('knows what can be JSON', () => {
    expect([parseJson('[1.10]'), null, '', [{ a: 1 }]].every(isJson)).toBe(true);
    expect([undefined, Number.NaN, new Date(0), [undefined], { a: () => 1 }].some(isJson)).toBe(false);
  });
});
