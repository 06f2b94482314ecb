import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { taskFinish } from '../task/taskFinish.js';
import { taskShow } from '../task/taskShow.js';
import { taskStart } from '../task/taskStart.js';
import { laneAdopt } from './laneAdopt.js';
import { laneRepair } from './laneRepair.js';
import { workerSpawn } from './worker/workerSpawn.js';

// Prefix, base and place of new lanes and tasks are settings, and where one does not fit, the answer names the way on.

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

/** Ends the task T-1, which changed nothing. */
async function finish(workTree: string): Promise<void> {
  repo.place = workTree;
  await repo.ok(evidenceRun, { command: ['true'], task: 'T-1' });
  repo.place = repo.repository;
  const { task } = await repo.ok(taskShow, { task: 'T-1' });
  await repo.ok(taskFinish, { task: 'T-1', revision: task.revision, note: 'Nothing was needed' }, person);
}

describe('the branches of new lanes and tasks', () => {
  it.each([
    ['work/', 'work/login'],
    ['wip-', 'wip-login'],
    ['', 'login'],
    ['agents/ada/', 'agents/ada/login'],
    ['v1.x/', 'v1.x/login'],
  ])('begin with lane.branchPrefix: %j', async (branchPrefix, branch) => {
    repo.agree('Agree', JSON.stringify({ lane: { branchPrefix } }));
    expect((await repo.spawn('login', { noFetch: true })).branch).toBe(branch);
    const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
    expect(task.branch).toBe(branch.replace('login', 'log-in1'));
  });

  it.each(['-x/', 'a..b/', '/a', 'a//b', 'a b/', 'a.lock/', 'a~'])('cannot begin with %j', async branchPrefix => {
    repo.agree('Agree', JSON.stringify({ lane: { branchPrefix } }));
    expect((await repo.spawn('login', { noFetch: true })).branch).toBe('feature/login');
  });

  it.each([
    ['feature', 'feature/login'],
    ['feature/login/old', 'feature/login'],
  ])('are refused with a way on where %s is in the way', async (other, branch) => {
    repo.git('branch', other);
    expect(await repo.refused(workerSpawn, { lane: 'login', noFetch: true })).toMatchObject({
      code: 'conflict',
      message: `Branch ${other} exists, so git cannot create ${branch}.`,
      hint:
        'Use another prefix for new branches (lane.branchPrefix in .stateroom/config.json), ' +
        `rename ${other} (git branch -m), or create a worktree with a branch of your own and take it over (\`lane adopt\`).`,
    });
    expect(repo.traces()).toMatchObject({ folders: [], intentLogs: [] });
  });

  it.each([true, false])('are so for a task, here: %s', async here => {
    repo.git('branch', 'feature');
    const refusal = await repo.refused(taskStart, { ref: 'log-in1', objective: 'Log in', here });
    expect(refusal.message).toBe('Branch feature exists, so git cannot create feature/log-in1.');
    expect(repo.traces()).toMatchObject({ branches: ['feature', 'main'], folders: [] });
  });

  it('are removed with their task once merged, under the old prefix too', async () => {
    const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
    repo.agree('Agree', '{"lane":{"branchPrefix":"work/"}}');
    await finish(task.workTree ?? '');
    expect(repo.traces().branches).toEqual(['main']);
  });
});

describe('the base of new lanes and tasks', () => {
  it('is lane.base', async () => {
    repo.git('branch', 'develop');
    repo.agree('Agree', '{"lane":{"base":"develop"}}');
    expect((await repo.spawn('login', { noFetch: true })).base).toBe('develop');
    const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
    expect(task.base).toBe('develop');
    repo.git('worktree', 'add', '-q', '-b', 'mine', join(repo.directory, 'mine'));
    expect((await repo.ok(laneAdopt, { path: join(repo.directory, 'mine') })).base).toBe('develop');
  });

  it.each([
    ['nowhere', 'Branch nowhere not found, locally or on the remote.'],
    ['a b', 'a b is not a branch name, so a lane created from it could not be merged.'],
  ])('is not %s of the settings, which are named', async (base, problem) => {
    repo.agree('Agree', JSON.stringify({ lane: { base } }));
    const hint = (flag: string) =>
      `Correct the setting lane.base in .stateroom/config.json, or name another branch (${flag}).`;
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      message: problem,
      hint: hint('--from'),
    });
    for (const place of [{ here: false }, { here: true }, { light: true }]) {
      expect(await repo.refused(taskStart, { ref: 'log-in1', objective: 'Log in', ...place })).toMatchObject({
        message: `Branch or commit ${base} not found.`,
        hint: hint('--base'),
      });
    }
    expect(repo.traces()).toMatchObject({ branches: ['main'], folders: [], intentLogs: [] });
    // Another one that is not there is the caller's.
    expect((await repo.refused(workerSpawn, { lane: 'login', from: 'other' })).hint).toBe(
      'Name an existing branch (--from).',
    );
    expect((await repo.refused(taskStart, { objective: 'Log in', base: 'other', here: false })).hint).toBe(
      'Specify an existing branch, or leave out base.',
    );
  });

  it.each(['refs/heads/develop', 'origin/main'])(
    'of a task is %s of the settings, but a lane needs a branch',
    async base => {
      repo.git('branch', 'develop');
      repo.agree('Agree', JSON.stringify({ lane: { base } }));
      const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
      expect(task.base).toBe(base);
      expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
        message: `Branch ${base} not found, locally or on the remote.`,
        hint: 'Correct the setting lane.base in .stateroom/config.json, or name another branch (--from).',
      });
    },
  );

  it('is lane.base of which only the remote has a branch', async () => {
    repo.git('branch', 'develop');
    repo.git('push', '-q', 'origin', 'develop');
    repo.git('branch', '-D', 'develop');
    repo.agree('Agree', '{"lane":{"base":"develop"}}');
    expect((await repo.spawn('login')).base).toBe('develop');
    const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
    expect(task.base).toBe('develop');
  });

  it.each(['trunk', 'default', 'dev-2', 'release/1', 'Hauptzweig', 'x'])(
    'is the branch %s of a repository that has no other name for it',
    async trunk => {
      repo.git('remote', 'remove', 'origin');
      repo.git('branch', '-m', 'main', trunk);
      expect((await repo.spawn('login')).base).toBe(trunk);
      if (trunk.includes('/')) return;
      // No longer the only branch.
      expect((await repo.spawn('other')).base).toBe(trunk);
      const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
      expect(task.base).toBe(trunk);
    },
  );

  it('is not the branch of some work', async () => {
    repo.git('remote', 'remove', 'origin');
    repo.git('branch', '-m', 'main', 'mine');
    repo.git('switch', '-q', '-c', 'feature/x');
    expect((await repo.refused(workerSpawn, { lane: 'login' })).hint).toBe(
      'Specify the branch to start from (--from).',
    );
  });
});

it('a task that is started in the worktree of a lane leaves the lane its branch', async () => {
  const lane = await repo.spawn('login', { noFetch: true });
  repo.place = lane.worktreePath;
  expect(await repo.refused(taskStart, { objective: 'Log in', ref: 'log-in1', here: true })).toMatchObject({
    code: 'conflict',
    message: 'This is the worktree of L-1 (login), which needs its branch feature/login checked out here.',
    hint: 'Start a light task, which stays on the branch of the lane (`task start --light`), or leave out `--here`.',
  });
  expect(repo.traces().branches).toEqual(['feature/login', 'main']);
  const { task } = await repo.ok(taskStart, { objective: 'Log in', light: true });
  expect([task.branch, task.workTree]).toEqual(['feature/login', lane.worktreePath]);
  const own = await repo.ok(taskStart, { objective: 'Log out', ref: 'out-1', here: false });
  expect(own.task.workTree).toBe(join(dirname(lane.worktreePath), 'out-1'));
  repo.place = repo.repository;
  expect((await repo.ok(taskStart, { objective: 'Mail', ref: 'mail-1', here: true })).task.branch).toBe(
    'feature/mail-1',
  );
});

describe('the place of new worktrees', () => {
  it('is in the folder that the environment names, for lanes and tasks, until they are gone', async () => {
    const folder = join(repo.directory, 'elsewhere');
    repo.variables = { STATEROOM_LANES_FOLDER: folder };
    const lane = await repo.spawn('login');
    const trees = join(folder, 'repository.worktrees');
    expect(lane.worktreePath).toBe(join(trees, 'login'));
    const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
    expect(task.workTree).toBe(join(trees, 'log-in1'));
    expect(existsSync(`${repo.repository}.worktrees`)).toBe(false);
    await finish(task.workTree ?? '');
    expect(existsSync(join(trees, 'log-in1'))).toBe(false);
    repo.variables = {};
    // What is there stays there.
    expect((await repo.ok(laneRepair, {}, person)).missing).toEqual([]);
  });

  it('is not said by a file of the repository', async () => {
    repo.agree('Agree', '{"lane":{"folder":"/tmp"}}');
    expect((await repo.spawn('login', { noFetch: true })).worktreePath).toBe(`${repo.repository}.worktrees/login`);
  });

  it.each(['lanes', './lanes', '../lanes'])('is refused as %s', async folder => {
    repo.variables = { STATEROOM_LANES_FOLDER: folder };
    expect(await repo.refused(workerSpawn, { lane: 'login', noFetch: true })).toMatchObject({
      code: 'invalid_input',
      message: `The folder for worktrees must be an absolute path, not ${folder}.`,
      hint: 'Correct STATEROOM_LANES_FOLDER, or the setting stateroom.lanes.folder of VS Code.',
    });
  });

  it.each([
    ['below a file', (folder: string) => writeFileSync(folder, ''), 'ENOTDIR'],
    ...(process.getuid?.() === 0
      ? []
      : [['in what may not be written', (folder: string) => mkdirSync(folder, 0o500), 'EACCES'] as const]),
  ] as const)('is refused with a way on %s', async (_what, make, code) => {
    const folder = join(repo.directory, 'closed');
    make(folder);
    repo.variables = { STATEROOM_LANES_FOLDER: folder };
    for (const [operation, input] of [
      [workerSpawn, { lane: 'login', noFetch: true }],
      [taskStart, { ref: 'log-in1', objective: 'Log in', here: false }],
    ] as const) {
      const refusal = await repo.refused(operation, input);
      expect(refusal).toMatchObject({
        code: 'conflict',
        message: `No worktree can be created in ${join(folder, 'repository.worktrees')} (${code}).`,
        hint:
          'Set another folder for worktrees (STATEROOM_LANES_FOLDER; in VS Code the setting stateroom.lanes.folder), ' +
          'or create a worktree in a folder you can write to and take it over (`lane adopt`).',
      });
    }
    if (code === 'EACCES') chmodSync(folder, 0o700);
    expect(repo.traces()).toMatchObject({ branches: ['main'], intentLogs: [] });
  });
});
