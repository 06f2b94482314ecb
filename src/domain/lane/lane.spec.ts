import { describe, expect, it } from 'vitest';
import { laneNameProblem, suggestLaneName } from './laneName.js';
import { checkLaneStatus, laneStatuses } from './laneStatus.js';
import { isOwned, mayCollide } from './ownedPath.js';
import { nextPortBlock } from './portBlock.js';

describe('the chart of a lane', () => {
  it.each([
    ['planned', 'active closed'],
    ['active', 'blocked review closed'],
    ['blocked', 'active closed'],
    ['review', 'active merged closed'],
    ['merged', ''],
    ['closed', 'active'],
  ] as const)('from %s to %s', (status, allowed) => {
    const reached = laneStatuses.filter(
      to => to !== status && checkLaneStatus({ number: 3, name: 'login', status }, to) === undefined,
    );
    expect(reached.join(' ')).toBe(allowed);
  });

  it('refuses with what would be allowed', () => {
    expect(checkLaneStatus({ number: 3, name: 'login', status: 'blocked' }, 'merged')).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-3 (login) is blocked and cannot become merged.',
      hint: 'Allowed from blocked: active or closed.',
    });
  });
});

describe('the name of a lane', () => {
  it.each(['login', 'rate-limit-2', 'a', 'fix_x.y', '2fa', 'x'.repeat(60)])('can be %s', name => {
    expect(laneNameProblem(name)).toBeUndefined();
  });

  it.each([
    ['', 'it is empty', undefined],
    ['a..b', 'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores', 'a-b'],
    [
      '../../etc',
      'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores',
      'etc',
    ],
    ['-rf', 'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores', 'rf'],
    [
      'Login Page',
      'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores',
      'login-page',
    ],
    [
      'LOGIN',
      'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores',
      'login',
    ],
    [
      'über/x',
      'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores',
      'uber-x',
    ],
    ['x'.repeat(300), 'it is longer than 60 characters', 'x'.repeat(60)],
    ['W-12', { key: 'lanes.nameMeans', values: { ref: 'W-12' } }, 'w-12-lane'],
    ['42', 'it looks like one of Stateroom’s own ids', undefined],
    ['refs.lock', 'names that end in .lock are reserved by git', 'refs-lock'],
    ['main', 'that word is reserved', undefined],
    ['person', 'that word is reserved', undefined],
    ['con', 'that word is reserved', undefined],
    [
      '漢字',
      'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores',
      undefined,
    ],
  ])('cannot be %s', (name, problem, suggestion) => {
    expect(laneNameProblem(name)).toEqual(problem);
    expect(suggestLaneName(name)).toBe(suggestion);
  });
});

describe('owned paths', () => {
  it.each([
    ['src/a.ts', [], true],
    ['src/a.ts', ['src'], true],
    ['src/a.ts', ['src/'], true],
    ['src/a.ts', ['src/a.ts'], true],
    ['src/a.ts', ['src/*.ts'], true],
    ['src/deep/a.ts', ['src/*.ts'], false],
    ['srcs/a.ts', ['src'], false],
    ['docs/a.md', ['src/**', 'docs/**'], true],
    ['README.md', ['src/**'], false],
  ])('%s within %j: %j', (path, owned, inside) => {
    expect(isOwned(path, owned)).toBe(inside);
  });

  it.each([
    ['src', 'src/a.ts', true],
    ['src/**', 'src/api/**', true],
    ['src/api', 'src/apix', false],
    ['src/api/**', 'docs/**', false],
    ['**/*.md', 'src', true],
    ['src/a*.ts', 'src/b*.ts', true],
    ['docs', 'docs/', true],
  ])('%s and %s may collide: %j', (left, right, collide) => {
    expect([mayCollide(left, right), mayCollide(right, left)]).toEqual([collide, collide]);
  });
});

describe('the block of ports', () => {
  it('is the lowest that nobody holds', () => {
    expect(nextPortBlock([])).toEqual({ first: 42_000, count: 10 });
    expect(nextPortBlock([{ first: 42_000, count: 10 }])).toEqual({ first: 42_010, count: 10 });
    expect(nextPortBlock([{ first: 42_010, count: 10 }])).toEqual({ first: 42_000, count: 10 });
    expect(nextPortBlock([{ first: 41_995, count: 10 }])).toEqual({ first: 42_010, count: 10 });
    expect(nextPortBlock([], 42_000)).toEqual({ first: 42_010, count: 10 });
  });

  it('is none when all are held', () => {
    expect(nextPortBlock([{ first: 42_000, count: 4000 }])).toBeUndefined();
  });
});
