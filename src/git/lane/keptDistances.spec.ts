import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom, roomEnvironment } from '../../../test/support/gitRoom.js';
import { openKeptFiles } from '../../platform/keptFiles.js';
import { GitProcess } from '../gitProcess.js';
import { keptDistances } from './keptDistances.js';

let room: GitRoom;
/** Processes of git that were started. */
let started = 0;

beforeEach(() => {
  room = new GitRoom();
  started = 0;
});

afterEach(() => room.close());

const step = (branch: string): void => {
  room.git('switch', '-q', branch);
  room.git('commit', '-q', '--allow-empty', '-m', `Step on ${branch}`);
};

async function distances(...branches: string[]) {
  const git = new GitProcess(room.repository, roomEnvironment());
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
    commonDir: join(room.repository, '.git'),
    kept: openKeptFiles(join(room.directory, 'kept')),
  };
  return Object.fromEntries(
    await keptDistances(
      place,
      branches.map(branch => ({ branch, base: 'main' })),
    ),
  );
}

describe('keptDistances', () => {
  it('starts git for what moved alone, and none at all while nothing does', async () => {
    room.git('branch', 'one');
    room.git('branch', 'two');
    step('one');
    const before = { one: { ahead: 1, behind: 0 }, two: { ahead: 0, behind: 0 } };
    expect(await distances('one', 'two')).toEqual(before);
    expect(started).toBe(3);
    expect(await distances('one', 'two')).toEqual(before);
    room.git('pack-refs', '--all');
    expect(await distances('two', 'one')).toEqual(before);
    expect(started).toBe(3);
    step('two');
    expect(await distances('one', 'two')).toEqual({ one: before.one, two: { ahead: 1, behind: 0 } });
    step('main');
    expect(await distances('one', 'two')).toEqual({ one: { ahead: 1, behind: 1 }, two: { ahead: 1, behind: 1 } });
    room.git('update-ref', 'refs/remotes/origin/main', 'one');
    expect(await distances('one')).toEqual({ one: { ahead: 0, behind: 1 } });
    expect(started).toBe(12);
  });

  it('keeps what it knows of the others when it is asked for one', async () => {
    room.git('branch', 'one');
    room.git('branch', 'two');
    await distances('one', 'two');
    step('two');
    await distances('two');
    started = 0;
    expect(await distances('one')).toEqual({ one: { ahead: 0, behind: 0 } });
    expect(started).toBe(0);
  });

  it('leaves out what is not there, and what it kept and cannot read', async () => {
    room.git('branch', 'one');
    step('one');
    expect(await distances('one', 'gone')).toEqual({ one: { ahead: 1, behind: 0 } });
    for (const text of ['', '{"version":2,"distances":[]}', '{"version":1}', 'junk']) {
      writeFileSync(join(room.directory, 'kept', 'distances.json'), text);
      expect(await distances('one')).toEqual({ one: { ahead: 1, behind: 0 } });
    }
  });

  it('keeps nothing in a clone that may be deepened', async () => {
    step('main');
    const deep = room.repository;
    const shallow = join(room.directory, 'shallow');
    room.git('clone', '-q', '--depth=1', `file://${deep}`, shallow);
    room.git('-C', shallow, 'branch', 'one');
    const git = new GitProcess(shallow, roomEnvironment());
    const kept = openKeptFiles(join(room.directory, 'kept'));
    const place = { git, commonDir: join(shallow, '.git'), kept };
    expect([...(await keptDistances(place, [{ branch: 'one', base: 'main' }]))]).toEqual([
      ['one', { ahead: 0, behind: 0 }],
    ]);
    expect(existsSync(join(room.directory, 'kept', 'distances.json'))).toBe(false);
  });
});
