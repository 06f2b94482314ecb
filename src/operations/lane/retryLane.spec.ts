import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { laneRepair } from './laneRepair.js';
import { laneRescues } from './laneRescues.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

/** A cancelled lane whose branch continued since; what is there then, and the branch's commit. */
async function wentOn() {
  await repo.spawn('login');
  await repo.ok(workerCancel, { lane: 'login' }, person);
  const late = repo.git('commit-tree', '-p', 'feature/login', '-m', 'Late', 'main^{tree}');
  repo.git('update-ref', 'refs/heads/feature/login', late);
  repo.now += 1000;
  return { late, before: repo.traces() };
}

const retry = () => repo.call(workerRetry, { lane: 'login', noFetch: true }, person);

describe('a retry of a lane whose branch went on', () => {
  it.each([
    ['trees.addTree', 'before', 0],
    ['trees.addTree', 'after', 0],
    ['trees.remove', 'before', 0],
    ['trees.remove', 'after', 1],
    ['trees.moveBranch', 'before', 1],
    ['trees.moveBranch', 'after', 1],
  ] as const)(
    'that is killed at %s (%s) leaves it closed, with its branch and no folder',
    async (call, moment, kept) => {
      const { late, before } = await wentOn();
      const reached = repo.hangsAt(call, moment);
      void retry();
      await reached;
      repo.interfere = () => undefined;
      repo.judge = () => 'dead';
      expect((await repo.ok(laneRepair, {})).settled).toEqual([{ lane: 'login', outcome: 'undone', notes: [] }]);
      const { rescues, ...rest } = repo.traces();
      const { rescues: earlier, ...others } = before;
      expect(rest).toEqual(others);
      expect(rescues).toHaveLength(earlier.length + kept);
      expect(repo.git('rev-parse', 'feature/login')).toBe(late);
      repo.now += 1000;
      expect(await retry()).toMatchObject({ state: 'ASSIGNED', worker: { attempt: 2 } });
      expect((await repo.ok(laneRescues, { lane: 'login' })).rescues[0]?.head).toBe(late);
      expect(repo.git('rev-parse', 'feature/login')).toBe(repo.git('rev-parse', 'main'));
    },
  );

  it('that is killed with the worktree aside leaves no folder either', async () => {
    const { before } = await wentOn();
    const reached = repo.hangsAt('trees.addTree', 'after');
    void retry();
    await reached;
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    const directory = `${repo.repository}.worktrees/login`;
    renameSync(directory, `${directory}.removed-0a1b2c3d`);
    expect((await repo.ok(laneRepair, {})).settled).toEqual([{ lane: 'login', outcome: 'undone', notes: [] }]);
    expect(repo.traces()).toEqual(before);
  });

  it('that fails leaves all as it was', async () => {
    const { before } = await wentOn();
    repo.interfere = (call, when) => {
      if (call === 'trees.addTree' && when === 'after') throw new Error('no space left on device');
    };
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      message: 'Could not open login: creating the branch failed: no space left on device',
    });
    expect(repo.traces()).toEqual(before);
  });

  it('does not touch what stands where its worktree was', async () => {
    const { before } = await wentOn();
    const file = join(`${repo.repository}.worktrees`, 'login');
    writeFileSync(file, 'mine\n');
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      message: `${file} already exists.`,
    });
    expect(existsSync(file)).toBe(true);
    expect(repo.traces()).toEqual({ ...before, folders: ['login'] });
  });
});

describe('a retry of a worker that has begun', () => {
  it('is refused while it may be alive, and begins again once it is dead, with its files in a backup', async () => {
    const { worktreePath } = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login', agent: 'codex-login' }, person);
    writeFileSync(join(worktreePath, 'half.ts'), 'export {};\n');
    repo.now += 5_400_000;
    expect(await retry()).toMatchObject({ code: 'transition_not_allowed' });
    expect(existsSync(join(worktreePath, 'half.ts'))).toBe(true);
    repo.now += 600_000;
    expect(await retry()).toMatchObject({
      state: 'ASSIGNED',
      status: 'active',
      worker: { attempt: 2, agent: null, reason: null },
      rescue: expect.stringMatching(/^refs\/stateroom\/rescue\/login\//),
    });
    expect(existsSync(join(worktreePath, 'half.ts'))).toBe(false);
    expect((await repo.ok(laneRescues, { lane: 'login' })).rescues).toHaveLength(1);
  });
});
