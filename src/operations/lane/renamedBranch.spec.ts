import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { taskShow } from '../task/taskShow.js';
import { laneOperations } from './laneOperations.generated.js';

// A lane is known by the name of its branch, and its agent may give it another one.

let repo: LaneTestRepository;
let lane: Lane;

beforeEach(async () => {
  repo = new LaneTestRepository();
  lane = await repo.spawn('login');
});

afterEach(() => repo.close());

const { laneChanges, laneShow, workerApprove, workerDone, workerMerge, workerStart, workerStatus } = laneOperations;

/** Work in the lane, from which the agent calls. */
async function work(): Promise<void> {
  repo.place = lane.worktreePath;
  await repo.ok(workerStart, { lane: 'login' });
  writeFileSync(join(lane.worktreePath, 'work.txt'), 'work\n');
  repo.gitIn(lane, 'add', 'work.txt');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Work');
}

const rename = (name: string): string => repo.gitIn(lane, 'branch', '-m', name);

async function branchEvents(): Promise<unknown[]> {
  const { rows } = await repo.store.maintenance.query(
    "select payload from events where type = 'lane_updated' order by id",
    100,
  );
  return rows.map(([payload]) => JSON.parse(String(payload)));
}

describe('a lane whose branch was renamed in its worktree', () => {
  it('is submitted, approved and merged under the new name, and an event says so', async () => {
    await work();
    rename('fix/login');
    expect((await repo.ok(workerDone, {})).branch).toBe('fix/login');
    expect(await branchEvents()).toEqual([
      { lane: 'L-1', name: 'login', fields: ['branch'], from: 'feature/login', branch: 'fix/login' },
    ]);
    expect(repo.gitIn(lane, 'show', 'HEAD:work.txt')).toBe('work');
    repo.place = repo.repository;
    await repo.ok(workerApprove, { lane: 'login' }, person);
    await repo.ok(workerMerge, { lane: 'login' }, person);
    expect(repo.git('show', 'main:work.txt')).toBe('work');
    expect(repo.traces().branches).toEqual(['main']);
  });

  it.each([
    ['is shown', async () => (await repo.ok(laneShow, { lane: 'login' })).branch],
    [
      'lists its changes',
      async () => {
        await repo.ok(laneChanges, { lane: 'login' });
        return (await repo.ok(laneShow, { lane: 'login' })).branch;
      },
    ],
    [
      'is in the list of workers',
      async () => {
        await repo.ok(workerStatus, {});
        return (await repo.ok(laneShow, { lane: 'login' })).branch;
      },
    ],
  ])('%s from another worktree', async (_what, ask) => {
    rename('fix/login');
    expect(await ask()).toBe('fix/login');
  });

  it.each([
    ['twice', () => [rename('one'), rename('two/deep')], 'two/deep'],
    [
      'to what is only a folder deeper',
      () => [rename('feature/x'), rename('feature/login/again')],
      'feature/login/again',
    ],
    ['from the main worktree', () => [repo.git('branch', '-m', 'feature/login', 'renamed')], 'renamed'],
    ['with packed references', () => [rename('packed'), repo.git('pack-refs', '--all', '--prune')], 'packed'],
    [
      'by another one made from it',
      () => [
        repo.gitIn(lane, 'switch', '-q', '-c', 'fix/login'),
        repo.gitIn(lane, 'branch', '-q', '-D', 'feature/login'),
      ],
      'fix/login',
    ],
    [
      'while its index has changes',
      () => {
        writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
        repo.gitIn(lane, 'add', 'new.txt');
        rename('staged');
      },
      'staged',
    ],
  ] as const)('%s is followed', async (_how, act, branch) => {
    act();
    expect((await repo.ok(laneShow, { lane: 'login' })).branch).toBe(branch);
  });

  it('takes its task along, and what is based on it', async () => {
    await repo.task('t1-page', { branch: 'page' });
    repo.git('branch', 'page');
    const page = await repo.spawn('T-1');
    const above = await repo.spawn('above', { from: 'page' });
    repo.place = page.worktreePath;
    repo.gitIn(page, 'branch', '-m', 'fix/page');
    // Not an operation on lanes: whoever is in the worktree is followed with any call.
    expect((await repo.ok(taskShow, {})).task).toMatchObject({ ref: 'T-1', branch: 'fix/page' });
    repo.place = repo.repository;
    expect((await repo.ok(laneShow, { lane: above.lane })).base).toBe('fix/page');
  });

  it.each([
    [
      'HEAD is detached',
      (): unknown => [repo.gitIn(lane, 'checkout', '-q', '--detach')],
      (): string => `no branch (detached at ${repo.gitIn(lane, 'rev-parse', '--short=10', 'HEAD')})`,
    ],
    [
      'a branch that was there before is checked out',
      (): unknown => [repo.git('branch', 'develop', 'feature/login'), repo.gitIn(lane, 'switch', '-q', 'develop')],
      (): string => 'develop',
    ],
  ] as const)('is not guessed where it is gone and %s', async (_what, act, has) => {
    await work();
    act();
    repo.git('update-ref', '-d', 'refs/heads/feature/login');
    const path = lane.worktreePath;
    const refusal = {
      code: 'not_found',
      message: `The branch feature/login of L-1 (login) no longer exists; its worktree ${path} has ${has()}.`,
      hint: `Create it from what is there and try again: git -C ${path} switch -c feature/login. If commits are missing, run \`lost\`.`,
    };
    expect(await repo.refused(workerDone, {})).toMatchObject(refusal);
    repo.gitIn(lane, 'switch', '-q', '-c', 'feature/login');
    expect((await repo.ok(workerDone, {})).state).toBe('IN_REVIEW');
  });

  it('does not take the branch of another lane', async () => {
    await work();
    const other = await repo.spawn('other');
    repo.gitIn(other, 'checkout', '-q', '--detach');
    repo.git('branch', '-q', '-D', 'feature/other');
    rename('feature/other');
    expect((await repo.refused(workerDone, {})).message).toBe(
      `The branch feature/login of L-1 (login) no longer exists; its worktree ${lane.worktreePath} has feature/other.`,
    );
  });

  it('is on its own branch again once that is checked out', async () => {
    await work();
    repo.gitIn(lane, 'switch', '-q', '-c', 'aside');
    expect((await repo.refused(workerDone, {})).message).toBe(
      `aside is checked out in ${lane.worktreePath}, but L-1 (login) is on feature/login.`,
    );
  });
});
