import { describe, expect, it } from 'vitest';
import { parseCodePlace } from './codePlace.js';

describe('a place in the code', () => {
  it.each([
    ['src/a.ts', { path: 'src/a.ts', lines: undefined }],
    ['./src/a.ts:12', { path: 'src/a.ts', lines: { start: 12, end: 12 } }],
    ['/repositories/shop/src/a.ts:12-14', { path: 'src/a.ts', lines: { start: 12, end: 14 } }],
  ])('%s', (text, expected) => {
    expect(parseCodePlace(text, '/repositories/shop')).toEqual(expected);
  });

  it.each(['../a.ts', '/etc/passwd:1', 'src/a.ts:0', 'src/a.ts:9-3', ''])('is none: %s', text => {
    expect(parseCodePlace(text, '/repositories/shop')).toBeUndefined();
  });
});
