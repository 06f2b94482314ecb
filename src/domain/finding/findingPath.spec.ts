import { describe, expect, it } from 'vitest';
import { normaliseFindingPath } from './findingPath.js';

describe('the path of a finding', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts', 'src/a.ts'],
    ['src/x/../a.ts', 'src/a.ts'],
    [' src/a b.ts ', 'src/a b.ts'],
    ['/home/ada/room/src/ä.ts', 'src/ä.ts'],
    ['/home/ada/room/src/../b.ts', 'b.ts'],
    ['a\\b.ts', 'a\\b.ts'],
    ['../a.ts', undefined],
    ['src/../../a.ts', undefined],
    ['/home/ada/roomier/a.ts', undefined],
    ['/home/ada/room/../a.ts', undefined],
    ['/etc/passwd', undefined],
    ['C:\\room\\a.ts', undefined],
    ['.', undefined],
    ['/home/ada/room', undefined],
  ])('%s is %s', (typed, expected) => {
    expect(normaliseFindingPath(typed, '/home/ada/room')).toBe(expected);
  });

  it.each([
    ['src\\a.ts', 'src/a.ts'],
    ['c:\\Room\\src\\a.ts', 'src/a.ts'],
    ['C:/room/src/a.ts', 'src/a.ts'],
    ['D:\\room\\a.ts', undefined],
  ])('%s on Windows is %s', (typed, expected) => {
    expect(normaliseFindingPath(typed, 'C:\\room')).toBe(expected);
  });

  it('is relative where there is no worktree', () => {
    expect(normaliseFindingPath('a/./b.ts', undefined)).toBe('a/b.ts');
    expect(normaliseFindingPath('/a/b.ts', undefined)).toBeUndefined();
  });
});
