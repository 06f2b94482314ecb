import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { say } from '../../messages/say.js';
import { laneNeedsYou } from './laneNeedsYou.js';
import { laneRepair } from './laneRepair.js';
import { laneShow } from './laneShow.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerShow } from './worker/workerShow.js';
import { workerStart } from './worker/workerStart.js';
import { workerStatus } from './worker/workerStatus.js';

let repo: LaneTestRepository;
let lane: Lane;

beforeEach(async () => {
  repo = new LaneTestRepository();
  lane = await repo.spawn('login');
});

afterEach(() => repo.close());

function stage(): void {
  writeFileSync(join(lane.worktreePath, 'staged.txt'), 'staged\n');
  repo.gitIn(lane, 'add', 'staged.txt');
}

const remove = (): void => rmSync(lane.worktreePath, { recursive: true });
const prunable = (): boolean => repo.git('worktree', 'list', '--porcelain').includes('prunable');
const trouble = async (): Promise<unknown> => {
  const [shown] = (await repo.ok(workerStatus, {})).workers;
  const found = shown?.worker?.trouble ?? undefined;
  return [shown?.worker?.liveness, found && [say(found.reason), say(found.next)]];
};

describe('a lane whose folder was removed by other means', () => {
  it('says so wherever its health is shown, until it is repaired', async () => {
    await repo.ok(workerStart, { lane: 'login' });
    stage();
    expect(await trouble()).toEqual(['ok', undefined]);
    remove();
    const told = [
      `Its worktree was removed: ${lane.worktreePath}.`,
      'Create it again, with what was staged or committed (`lane repair`).',
    ];
    expect(await trouble()).toEqual(['DEAD', told]);
    const shown = [await repo.ok(laneShow, { lane: 'login' }), await repo.ok(workerShow, { lane: 'login' })];
    expect(shown.map(({ worker }) => worker?.liveness)).toEqual(['DEAD', 'DEAD']);
    expect(JSON.stringify(await repo.ok(laneNeedsYou, {}, person))).toContain(lane.worktreePath);
    await repo.ok(laneRepair, {}, person);
    expect(await trouble()).toEqual(['ok', undefined]);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('A  staged.txt');
  });

  it('says so before anyone has begun in it', async () => {
    remove();
    expect(await trouble()).toEqual(['none', [expect.stringContaining(lane.worktreePath), expect.any(String)]]);
  });

  it('is not gone where the folder around it is not seen, or where it was moved back', async () => {
    await repo.ok(workerStart, { lane: 'login' });
    const [around, aside] = [`${repo.repository}.worktrees`, `${repo.repository}.aside`];
    renameSync(around, aside);
    expect(await trouble()).toEqual(['ok', undefined]);
    mkdirSync(around);
    expect(await trouble()).toEqual(['DEAD', expect.anything()]);
    rmSync(around, { recursive: true });
    renameSync(aside, around);
    expect(await trouble()).toEqual(['ok', undefined]);
  });

  it('is not retried before it is repaired', async () => {
    await repo.ok(workerStart, { lane: 'login' });
    stage();
    remove();
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      code: 'transition_not_allowed',
      message: `The worktree of L-1 (login) is missing: ${lane.worktreePath}.`,
      next: [{ operation: 'lane.repair', input: {} }],
    });
  });

  it('is cancelled, and what was staged comes back', async () => {
    stage();
    remove();
    const notices: string[] = [];
    const context = {
      ...repo.context(person),
      notify: (notice: Parameters<typeof say>[0]) => void notices.push(say(notice)),
    };
    expect(await workerCancel.run(context, workerCancel.input.parse({ lane: 'login' }))).toMatchObject({
      worktree: 'missing',
    });
    expect(notices).toEqual([
      'The worktree of login had been removed. `worker restore login` restores what was staged or committed in it.',
    ]);
    const { settled } = await repo.ok(laneRepair, {}, person);
    expect(settled).toEqual([
      {
        lane: 'login',
        outcome: 'kept',
        notes: [`its folder ${lane.worktreePath} is gone; restore what was staged there with: worker restore login`],
      },
    ]);
    expect(prunable()).toBe(true);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('A  staged.txt');
  });

  it('leaves nothing prunable once it is over and nothing was staged', async () => {
    remove();
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(prunable()).toBe(true);
    const { settled } = await repo.ok(laneRepair, {}, person);
    expect(settled).toEqual([
      {
        lane: 'login',
        outcome: 'finished',
        notes: [`git’s record of its removed folder ${lane.worktreePath} was cleared`],
      },
    ]);
    expect(prunable()).toBe(false);
    expect((await repo.ok(laneRepair, {}, person)).settled).toEqual([]);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(existsSync(lane.worktreePath)).toBe(true);
  });

  it.each([
    ['locked', () => repo.git('worktree', 'lock', lane.worktreePath)],
    [
      'in the middle of a merge',
      () =>
        writeFileSync(join(repo.repository, '.git/worktrees/login/MERGE_HEAD'), `${repo.git('rev-parse', 'main')}\n`),
    ],
    [
      'at commits of its own on no branch',
      () => {
        repo.gitIn(lane, 'checkout', '-q', '--detach');
        repo.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Mine');
      },
    ],
  ] as const)('stays in git while it is %s', async (_what, act) => {
    act();
    renameSync(lane.worktreePath, `${lane.worktreePath} aside`);
    await repo.call(workerCancel, { lane: 'login' }, person);
    await repo.ok(laneRepair, {}, person);
    expect(repo.traces().records).toEqual(['login']);
  });

  it('does not have git forget the worktrees of others', async () => {
    const other = join(repo.directory, 'mine');
    repo.git('worktree', 'add', '-q', '-b', 'mine', other);
    rmSync(other, { recursive: true });
    remove();
    await repo.ok(workerCancel, { lane: 'login' }, person);
    await repo.ok(laneRepair, {}, person);
    expect(repo.traces().records).toEqual(['mine']);
  });
});
