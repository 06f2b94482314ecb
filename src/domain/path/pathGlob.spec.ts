import { describe, expect, it } from 'vitest';
import { matchesGlob } from './pathGlob.js';

describe('matchesGlob', () => {
  it.each([
    ['README.md', '**/*.md', true],
    ['docs/a/b.md', '**/*.md', true],
    ['docs/a/b.mdx', '**/*.md', false],
    ['docs/a/b.ts', 'docs/**', true],
    ['docs', 'docs/**', false],
    ['old/docs/a', 'docs/**', false],
    ['src/a.ts', 'src/*', true],
    ['src/a/b.ts', 'src/*', false],
    ['src/a.ts', '**', true],
    ['.stateroom/config.json', '.stateroom/**', true],
    ['xstateroom/config.json', '.stateroom/**', false],
    ['a.ts', '?.{ts,js}', true],
    ['a.jsx', '?.{ts,js}', false],
    ['lib/x/y', 'lib/', true],
    ['a+b(c).ts', 'a+b(c).ts', true],
    ['a-b', 'a-b', true],
    ['café.md', '*.md', true],
    ['{x', '{x', true],
  ])('%s against %s is %j', (path, pattern, matches) => {
    expect(matchesGlob(path, pattern)).toBe(matches);
  });
});
