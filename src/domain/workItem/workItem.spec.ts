import { describe, expect, it } from 'vitest';
import { keySchema, kindSchema, labelsSchema, payloadSchema, prioritySchema, titleSchema } from './workItem.js';

describe('a title', () => {
  it('is one line without space around it', () => {
    expect(titleSchema.parse('  Fix\nthe login\u0000 ')).toBe('Fix the login');
    expect(titleSchema.parse('Fix\r\nthe\u2028login\u0085page')).toBe('Fix the login page');
  });

  it('keeps the spaces that were typed in it', () => {
    expect(titleSchema.parse('  a  b\u00a0 c ')).toBe('a  b\u00a0 c');
    expect(titleSchema.parse('a\t\u0007b')).toBe('a  b');
  });

  it.each([['Fix \ud83d'], ['\ude00 fix']])('has no half of a character: %j', title => {
    expect(titleSchema.safeParse(title).success).toBe(false);
  });

  it('keeps what joins characters to one', () => {
    expect(titleSchema.parse('Fix 👩\u200d💻')).toBe('Fix 👩\u200d💻');
  });

  it.each([[''], ['   '], ['\n\t'], ['\u0000'], ['\u200b'], [' \u2060\ufeff \u00ad']])('is not empty: %j', title => {
    expect(titleSchema.safeParse(title).success).toBe(false);
  });

  it('has at most 500 characters', () => {
    expect(titleSchema.safeParse('x'.repeat(500)).success).toBe(true);
    expect(titleSchema.safeParse('x'.repeat(501)).success).toBe(false);
  });
});

describe('a payload', () => {
  it('has at most 64 kB of UTF-8 as JSON', () => {
    expect(payloadSchema.safeParse('x'.repeat(65_534)).success).toBe(true);
    expect(payloadSchema.safeParse('x'.repeat(65_535)).success).toBe(false);
    expect(payloadSchema.safeParse('ü'.repeat(32_767)).success).toBe(true);
    expect(payloadSchema.safeParse('ü'.repeat(32_768)).success).toBe(false);
  });

  it.each([[null], [0], [''], [[]], [{ a: [1, { b: null }] }]])('may be any JSON: %j', value => {
    expect(payloadSchema.parse(value)).toEqual(value);
  });

  it.each([[undefined], [() => 1], [Number.NaN], [new Date(0)]])('is nothing else: %s', value => {
    expect(payloadSchema.safeParse(value).success).toBe(false);
  });
});

describe('the small fields', () => {
  it.each([
    ['W-12', 'looksLikeNumber'],
    ['T-3', 'looksLikeNumber'],
    ['01HZY3V2M4T5W6X7Y8Z9ABCDEF', 'looksLikeNumber'],
    ['new\nline', 'hasControl'],
    ['tab\there', 'hasControl'],
    ['line\u2028separator', 'hasControl'],
    ['cut \ud83d', 'halfCharacter'],
    ['', ''],
    ['\u200b', 'empty'],
    ['x'.repeat(201), ''],
  ])('refuses the id %j', (key, reason) => {
    expect(JSON.stringify(keySchema.safeParse(key).error)).toContain(reason);
  });

  it.each([
    ['release-2.0'],
    ['discord:123/456'],
    ['größe'],
    ['42'],
    ['-42'],
    ['w1'],
    ['W12'],
    ['<20261124.a@mail.example>'],
    ['owner/repo#7'],
    ['two words, and more'],
    ['1234567890123456789'],
    ['👩\u200d💻'],
    ['x'.repeat(200)],
  ])('takes the id %j', key => {
    expect(keySchema.parse(` ${key} `)).toBe(key);
  });

  it('takes labels as they were typed', () => {
    const labels = ['UI', 'area/größe', 'p+1', 'Good first issue', '"x"', '%', '_x', '🐛 bug', 'x'.repeat(100)];
    expect(labelsSchema.parse([' Release  notes ', ...labels])).toEqual(['Release  notes', ...labels]);
    for (const label of ['', ' ', 'a,b', 'a\nb', 'a\u0000', '\u200b', 'cut \ud83d', 'x'.repeat(101)]) {
      expect(labelsSchema.safeParse([label]).success).toBe(false);
    }
    expect(labelsSchema.safeParse(Array.from({ length: 21 }, (_, index) => `l${index}`)).success).toBe(false);
  });

  it('takes a kind and a priority within bounds', () => {
    expect(kindSchema.safeParse('persona-amendment').success).toBe(true);
    expect(kindSchema.safeParse('two words').success).toBe(false);
    expect([0, 1, 2, 3, 4].every(value => prioritySchema.safeParse(value).success)).toBe(true);
    expect([-1, 5, 1.5, Number.NaN, '2'].some(value => prioritySchema.safeParse(value).success)).toBe(false);
  });
});
