import { describe, expect, it } from 'vitest';
import { visibleJson, visibleLine, visibleText } from './visibleText.js';

describe('visibleText', () => {
  it.each([
    ['\u0000', '\\x00'],
    ['\u0007', '\\x07'],
    ['\b', '\\x08'],
    ['\v', '\\x0b'],
    ['\f', '\\x0c'],
    ['\r', '\\x0d'],
    ['\u001b[2J', '\\x1b[2J'],
    ['\u007f', '\\x7f'],
    ['\u0085', '\\x85'],
    ['\u009b31m', '\\x9b31m'],
    ['\u00ad', '\\xad'],
    ['\u061c', '\\u061c'],
    ['\u180e', '\\u180e'],
    ['\u200b', '\\u200b'],
    ['\u200e\u200f', '\\u200e\\u200f'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\u202a\u202e', '\\u202a\\u202e'],
    ['\u2060', '\\u2060'],
    ['\u2066\u2069', '\\u2066\\u2069'],
    ['\u3164', '\\u3164'],
    ['\ufeff', '\\ufeff'],
    ['\ufff9', '\\ufff9'],
    ['\ud83d', '\\ud83d'],
    ['\u{e0041}\u{e007f}', '\\u{e0041}\\u{e007f}'],
    ['\u{e0100}', '\\u{e0100}'],
  ])('writes %j as %s', (text, visible) => {
    expect(visibleText(`a${text}b`)).toBe(`a${visible}b`);
  });

  it.each([
    'Plain text, “quoted” – naïve…',
    'two\nlines\n',
    '日本語 한글 עברית שלום',
    'e\u0301 a\u0300\u0301',
    '👍🏽 👨‍👩‍👧 ❤️ ☎︎ 1️⃣ 🏴‍☠️ 👩🏽‍💻 🇩🇪',
    'می‌خواهم ශ්‍රී क्‍ष',
  ])('leaves %j as it is', text => {
    expect(visibleText(text)).toBe(text);
  });

  it.each([
    ['a joiner between letters that need none', 'pass\u200dword', 'pass\\u200dword'],
    ['a selector after nothing that has two looks', 'a\ufe0f', 'a\\ufe0f'],
    ['a selector too many', '❤\ufe0f\ufe0f', '❤\ufe0f\\ufe0f'],
    ['a joiner to nothing', '👨\u200d', '👨\\u200d'],
    ['a digit that is no key', '1\ufe0f', '1\\ufe0f'],
  ])('shows %s', (_, text, visible) => {
    expect(visibleText(text)).toBe(visible);
  });

  it('takes a tab for two spaces and the line ends of Windows for line feeds', () => {
    expect(visibleText('a\tb\r\nc')).toBe('a  b\nc');
  });
});

describe('visibleLine', () => {
  it('is one line without space at its ends', () => {
    expect(visibleLine(' a\r\n\tb\u00a0 c\u2028d\ve \ufeff')).toBe('a b c\\u2028d\\x0be \\ufeff');
  });
});

describe('visibleJson', () => {
  const value = { text: '\u001b[0m \u007f \u009b \u00ad \u202e \u{e0041} 👨‍👩‍👧 é\n' };

  it('escapes as JSON does, so that a program reads the same', () => {
    const json = visibleJson(value);
    expect(json).toBe('{"text":"\\u001b[0m \\u007f \\u009b \\u00ad \\u202e \\udb40\\udc41 👨‍👩‍👧 é\\n"}');
    expect(JSON.parse(json)).toEqual(value);
  });

  it('is indented when asked', () => {
    expect(visibleJson({ a: ['\u200b'] }, 2)).toBe('{\n  "a": [\n    "\\u200b"\n  ]\n}');
  });
});
