import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository, repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { openFileCache } from '../../platform/fileCache.js';
import { GitProcess } from '../gitProcess.js';
import { distanceCache } from './distanceCache.js';

let repo: GitTestRepository;
/** Processes of git that were started. */
let started = 0;

beforeEach(() => {
  repo = new GitTestRepository();
  started = 0;
});

afterEach(() => repo.close());

const step = (branch: string): void => {
  repo.git('switch', '-q', branch);
  repo.git('commit', '-q', '--allow-empty', '-m', `Step on ${branch}`);
};

async function distances(...branches: string[]) {
  const git = new GitProcess(repo.repository, repositoryEnvironment());
  const counting = new Proxy(git, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        started += 1;
        return value.apply(target, args);
      };
    },
  });
  const place = {
    git: counting,
    commonDir: join(repo.repository, '.git'),
    kept: openFileCache(join(repo.directory, 'kept')),
  };
  return Object.fromEntries(
    await distanceCache(
      place,
      branches.map(branch => ({ branch, base: 'main' })),
    ),
  );
}

describe('keptDistances', () => {
  it('starts git for what moved alone, and none at all while nothing does', async () => {
    repo.git('branch', 'one');
    repo.git('branch', 'two');
    step('one');
    const before = { one: { ahead: 1, behind: 0 }, two: { ahead: 0, behind: 0 } };
    expect(await distances('one', 'two')).toEqual(before);
    expect(started).toBe(3);
    expect(await distances('one', 'two')).toEqual(before);
    repo.git('pack-refs', '--all');
    expect(await distances('two', 'one')).toEqual(before);
    expect(started).toBe(3);
    step('two');
    expect(await distances('one', 'two')).toEqual({ one: before.one, two: { ahead: 1, behind: 0 } });
    step('main');
    expect(await distances('one', 'two')).toEqual({ one: { ahead: 1, behind: 1 }, two: { ahead: 1, behind: 1 } });
    repo.git('update-ref', 'refs/remotes/origin/main', 'one');
    expect(await distances('one')).toEqual({ one: { ahead: 0, behind: 1 } });
    expect(started).toBe(12);
  });

  it('keeps what it knows of the others when it is asked for one', async () => {
    repo.git('branch', 'one');
    repo.git('branch', 'two');
    await distances('one', 'two');
    step('two');
    await distances('two');
    started = 0;
    expect(await distances('one')).toEqual({ one: { ahead: 0, behind: 0 } });
    expect(started).toBe(0);
  });

  it('leaves out what is not there, and what it kept and cannot read', async () => {
    repo.git('branch', 'one');
    step('one');
    expect(await distances('one', 'gone')).toEqual({ one: { ahead: 1, behind: 0 } });
    for (const text of ['', '{"version":2,"distances":[]}', '{"version":1}', 'junk']) {
      writeFileSync(join(repo.directory, 'kept', 'distances.json'), text);
      expect(await distances('one')).toEqual({ one: { ahead: 1, behind: 0 } });
    }
  });

  it('keeps nothing in a clone that may be deepened', async () => {
    step('main');
    const deep = repo.repository;
    const shallow = join(repo.directory, 'shallow');
    repo.git('clone', '-q', '--depth=1', `file://${deep}`, shallow);
    repo.git('-C', shallow, 'branch', 'one');
    const git = new GitProcess(shallow, repositoryEnvironment());
    const kept = openFileCache(join(repo.directory, 'kept'));
    const place = { git, commonDir: join(shallow, '.git'), kept };
    expect([...(await distanceCache(place, [{ branch: 'one', base: 'main' }]))]).toEqual([
      ['one', { ahead: 0, behind: 0 }],
    ]);
    expect(existsSync(join(repo.directory, 'kept', 'distances.json'))).toBe(false);
  });
});
