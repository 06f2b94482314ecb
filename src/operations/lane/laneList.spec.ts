import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { evidenceRecord } from '../evidence/evidenceRecord.js';
import { laneList } from './laneList.js';
import { laneMayEdit } from './laneMayEdit.js';
import { laneShow } from './laneShow.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerShow } from './worker/workerShow.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

const step = (folder: string, path: string): void => {
  writeFileSync(join(folder, path), 'x\n');
  repo.git('-C', folder, 'add', '--all');
  repo.git('-C', folder, 'commit', '-q', '-m', `Add ${path}`);
};

const apart = async (input: object = {}): Promise<unknown[]> =>
  (await repo.ok(laneList, input)).lanes.map(({ lane, ahead, behind }) => [lane, ahead, behind]);

describe('lanes in a list', () => {
  let login: Lane;

  beforeEach(async () => {
    login = await repo.spawn('login');
    await repo.spawn('cart');
  });

  it('tell how far each open one is ahead of and behind its base', async () => {
    step(login.worktreePath, 'a.txt');
    step(login.worktreePath, 'b.txt');
    step(repo.repository, 'main.txt');
    await repo.spawn('gone');
    await repo.ok(workerCancel, { lane: 'gone' }, person);
    expect(await apart({ all: true })).toEqual([
      ['login', 2, 1],
      ['cart', 0, 1],
      ['gone', null, null],
    ]);
    repo.git('worktree', 'remove', '--force', join(`${repo.repository}.worktrees`, 'cart'));
    repo.git('branch', '-q', '-D', 'feature/cart');
    expect(await apart()).toEqual([
      ['login', 2, 1],
      ['cart', null, null],
    ]);
  });

  it('tell which commands failed last on the branch of an open one', async () => {
    const failing = async () => (await repo.ok(laneList, { noDistance: true })).lanes.map(lane => lane.failing);
    const run = (command: string, exitCode: number) => repo.ok(evidenceRecord, { command, exitCode });
    repo.place = login.worktreePath;
    expect(await failing()).toEqual([[], []]);
    await run('npm test', 1);
    await run('npm run lint', 1);
    expect(await failing()).toEqual([['npm run lint', 'npm test'], []]);
    await run('npm test', 0);
    expect(await failing()).toEqual([['npm run lint'], []]);
  });

  it('are listed without that where it is not wanted, git cannot say it, or nobody may ask git', async () => {
    const unknown = [
      ['login', null, null],
      ['cart', null, null],
    ];
    let asked = 0;
    repo.interfere = call => {
      if (call === 'trees.distances') asked += 1;
    };
    expect(await apart({ noDistance: true })).toEqual(unknown);
    expect(asked).toBe(0);
    repo.interfere = call => {
      if (call === 'trees.distances') throw new Error('git is gone');
    };
    expect(await apart()).toEqual(unknown);
    expect(await laneList.run({ ...repo.context(), lanes: undefined }, {})).toMatchObject({
      lanes: [
        { lane: 'login', ahead: null, behind: null },
        { lane: 'cart', ahead: null, behind: null },
      ],
    });
  });
});

describe('a name that is no lane', () => {
  it('is told the one that was probably meant, open ones first', async () => {
    await repo.spawn('logins');
    await repo.ok(workerCancel, { lane: 'logins' }, person);
    const hints = async (text: string): Promise<unknown[]> => {
      const refusals = [await repo.refused(laneShow, { lane: text }), await repo.refused(workerShow, { lane: text })];
      const next = [{ operation: 'lane.list', input: {} }];
      expect(refusals).toMatchObject([{ next }, { next }]);
      return refusals.map(({ hint }) => hint);
    };
    const twice = (hint: string | undefined) => [hint, hint];
    expect(await hints('logisn')).toEqual(twice('Did you mean logins?'));
    await repo.spawn('login');
    expect(await hints('logisn')).toEqual(twice('Did you mean login?'));
    expect(await hints('Login')).toEqual(twice('Did you mean login?'));
    expect(await hints('payment')).toEqual(twice(undefined));
    expect(await hints('L-9')).toEqual(twice(undefined));
    expect((await repo.refused(laneMayEdit, { path: 'a', lane: 'logisn' })).hint).toBe('Did you mean login?');
    expect((await repo.refused(laneMayEdit, { path: 'a', lane: 'nobody' })).hint).toBeUndefined();
  });
});
