import { describe, expect, it } from 'vitest';
import { findPlaces } from './findPlaces.js';

const places = (text: string): string[] => findPlaces(text).map(({ place }) => place);

describe('places in the code that a text names', () => {
  it('are found with their lines, in prose and in code', () => {
    expect(places('The loop in `src/retry.ts:12` calls src/api/send.ts:3-7, see README.md.')).toEqual([
      'src/retry.ts:12',
      'src/api/send.ts:3-7',
      'README.md',
    ]);
    expect(places('at run (./src/a-b_c.test.ts:4:9)')).toEqual(['./src/a-b_c.test.ts:4']);
    expect(places('build/Makefile:3 and .github/workflows/ci.yml')).toEqual([
      'build/Makefile:3',
      '.github/workflows/ci.yml',
    ]);
    expect(places('- src/größe/maß.ts:2')).toEqual(['src/größe/maß.ts:2']);
  });

  it('are found as pages write them', () => {
    expect(places('see src/\\_\\_init\\_\\_.py:3')).toEqual(['src/__init__.py:3']);
  });

  it('are not looked for in web addresses and numbers', () => {
    expect(places('https://example.com/src/a.ts:12 and 10:30, v1.2.3, F-12, 3.14')).toEqual([]);
  });

  it('tell where they stand', () => {
    const text = 'one\r\ntwo src/a.ts:1';
    expect(findPlaces(text)).toEqual([{ place: 'src/a.ts:1', start: 9, end: 19 }]);
    expect(text.slice(9, 19)).toBe('src/a.ts:1');
  });
});
