import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { otherAgent, person } from '../../../test/support/testRepository.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { laneRepair } from '../lane/laneRepair.js';
import { noticeMerged } from '../lane/worker/mergedElsewhere.js';
import { workerApprove } from '../lane/worker/workerApprove.js';
import { workerDone } from '../lane/worker/workerDone.js';
import { workerFail } from '../lane/worker/workerFail.js';
import { workerMerge } from '../lane/worker/workerMerge.js';
import { workerStart } from '../lane/worker/workerStart.js';
import { taskArchive } from './taskArchive.js';
import { taskFinish } from './taskFinish.js';
import { taskGc } from './taskGc.js';
import { taskList } from './taskList.js';
import { taskReap } from './taskReap.js';
import { taskRender } from './taskRender.js';
import { taskShow } from './taskShow.js';
import { taskStart } from './taskStart.js';
import { taskSwitch } from './taskSwitch.js';

let repo: LaneTestRepository;
const children: ChildProcess[] = [];

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await repo.close();
});

/** Starts T-1 with a worktree of its own, works there and proves it. */
async function worked(ref = 'login-1'): Promise<{ place: string; branch: string }> {
  const { task } = await repo.ok(taskStart, { objective: `The objective of ${ref}`, ref, here: false });
  const place = String(task.workTree);
  writeFileSync(join(place, `${ref}.txt`), 'new\n');
  gitAt(place, 'add', '--all');
  gitAt(place, 'commit', '-q', '-m', `Add ${ref}`);
  await at(place, () => repo.ok(evidenceRun, { command: ['true'], task: ref }));
  return { place, branch: String(task.branch) };
}

/** The same, merged into main. */
async function merged(ref = 'login-1'): Promise<{ place: string; branch: string }> {
  const made = await worked(ref);
  repo.git('merge', '-q', '--no-ff', '-m', `Merge ${ref}`, made.branch);
  return made;
}

async function at<T>(place: string, act: () => Promise<T>): Promise<T> {
  const before = repo.place;
  repo.place = place;
  try {
    return await act();
  } finally {
    repo.place = before;
  }
}

const gitAt = (place: string, ...words: string[]): string => repo.git('-C', place, ...words);

/** What a story must not leave. */
function expectNothingLeft(): void {
  expect(repo.git('worktree', 'list', '--porcelain').match(/^worktree .*/gm)).toEqual([`worktree ${repo.repository}`]);
  expect(repo.git('branch', '--format=%(refname:short)')).toBe('main');
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.traces()).toMatchObject({ records: [], folders: [], intentLogs: [] });
}

describe('finishing a task', () => {
  it('archives it and removes its worktree and its branch when that is merged', async () => {
    const { place, branch } = await merged();
    const { task, removed, kept, rescue, lanes } = await repo.ok(taskFinish, { task: 'T-1' });
    expect(task).toMatchObject({ status: 'done', archivedAt: '2026-11-02T10:00:00.000Z' });
    expect({ removed, kept, rescue, lanes }).toEqual({
      removed: { worktree: place, branch },
      kept: null,
      rescue: null,
      lanes: [],
    });
    expectNothingLeft();
    expect((await repo.eventTypes()).slice(-4)).toEqual([
      'evidence_recorded',
      'task_finished',
      'work_item_resolved',
      'task_archived',
    ]);
    expect((await repo.ok(taskList, {})).tasks).toEqual([]);
    expect((await repo.ok(taskList, { status: 'done' })).tasks.map(({ ref }) => ref)).toEqual(['T-1']);
    expect(await repo.refused(taskSwitch, { task: 'T-1' })).toMatchObject({
      code: 'transition_not_allowed',
      hint: 'Start a new task for the remaining work.',
    });
  });

  it('keeps what is not merged where it is, and says so; it goes once it is merged', async () => {
    const { place, branch } = await worked();
    const { removed, kept, rescue } = await repo.ok(taskFinish, { task: 'T-1' });
    expect({ removed, kept, rescue }).toEqual({
      removed: { worktree: null, branch: null },
      kept: {
        worktree: place,
        branch,
        why: 'feature/login-1 is not merged into main. Once it is, remove it (`task gc --yes`).',
      },
      rescue: null,
    });
    expect(readFileSync(join(place, 'login-1.txt'), 'utf8')).toBe('new\n');
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge', branch);
    const before = repo.traces();
    const listed = await repo.ok(taskGc, {});
    expect(listed).toEqual({
      removed: false,
      tasks: [{ task: 'T-1', objective: 'The objective of login-1', worktree: place, branch, why: null, rescue: null }],
    });
    expect(repo.traces()).toEqual(before);
    expect(await repo.refused(taskGc, { yes: true })).toMatchObject({ code: 'not_allowed' });
    expect(repo.traces()).toEqual(before);
    expect(await repo.ok(taskGc, { yes: true }, person)).toEqual({ ...listed, removed: true });
    expectNothingLeft();
    expect(await repo.ok(taskGc, {})).toEqual({ removed: false, tasks: [] });
  });

  it('goes by itself once it is noticed that it was merged, unless something in it is not in git', async () => {
    const one = await worked('one-1');
    const two = await worked('two-2');
    await repo.ok(taskFinish, { task: 'T-1' });
    await repo.ok(taskFinish, { task: 'T-2' });
    await noticeMerged(repo.context());
    expect(repo.traces().branches).toEqual([one.branch, two.branch, 'main']);
    repo.git('merge', '-q', '-m', 'Merge', one.branch, two.branch);
    writeFileSync(join(two.place, 'notes.txt'), 'mine\n');
    await noticeMerged(repo.context());
    expect(repo.traces()).toMatchObject({ branches: [two.branch, 'main'], folders: ['two-2'] });
    expect(readFileSync(join(two.place, 'notes.txt'), 'utf8')).toBe('mine\n');
    rmSync(join(two.place, 'notes.txt'));
    await noticeMerged(repo.context());
    expectNothingLeft();
  });

  it('knows a pull request that was merged at the remote and fetched', async () => {
    const { branch } = await worked();
    repo.git('push', '-q', 'origin', `${branch}:main`);
    repo.git('fetch', '-q', 'origin');
    expect(await repo.ok(taskFinish, { task: 'T-1' })).toMatchObject({ removed: { branch }, kept: null });
    expectNothingLeft();
  });

  it('leaves the worktree that the caller is in, which goes from elsewhere', async () => {
    const { place, branch } = await merged();
    const { kept } = await at(place, () => repo.ok(taskFinish, {}));
    expect(kept).toEqual({
      worktree: place,
      branch,
      why: `${place} is your current folder. Remove it from another worktree (\`task gc --yes\`).`,
    });
    expect(gitAt(place, 'status', '--porcelain')).toBe('');
    await repo.ok(taskGc, { yes: true }, person);
    expectNothingLeft();
  });

  it('leaves a worktree that someone else is in, or that git has locked', async () => {
    const { place, branch } = await merged();
    const child = spawn('sleep', ['60'], { cwd: place, stdio: 'ignore' });
    children.push(child);
    expect((await repo.ok(taskFinish, { task: 'T-1' })).kept).toEqual({
      worktree: place,
      branch,
      why: `${place} is in use by process ${child.pid} (sleep). Once it ends, remove it (\`task gc --yes\`).`,
    });
    const ended = new Promise(done => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    repo.git('worktree', 'lock', place);
    const locked = await repo.ok(taskGc, { yes: true }, person);
    expect(locked.tasks).toMatchObject([{ worktree: place, why: expect.stringContaining('is locked in git.') }]);
    repo.git('worktree', 'unlock', place);
    await repo.ok(taskGc, { yes: true }, person);
    expectNothingLeft();
  });

  it('backs up what was left in the worktree of a merged branch', async () => {
    const { place } = await merged();
    await at(place, () => repo.ok(taskFinish, {}));
    writeFileSync(join(place, 'notes.txt'), 'mine\n');
    writeFileSync(join(place, 'README.md'), 'edited\n');
    const { tasks } = await repo.ok(taskGc, { yes: true }, person);
    const rescue = 'refs/stateroom/rescue/login-1/20261102T100000000Z';
    expect(tasks).toMatchObject([{ task: 'T-1', why: null, rescue }]);
    expectNothingLeft();
    expect(repo.git('show', `${rescue}:files/notes.txt`)).toBe('mine');
    expect(repo.git('show', `${rescue}:files/README.md`)).toBe('edited');
  });

  it('touches no branch and no worktree that it did not make', async () => {
    repo.git('switch', '-q', '-c', 'fix-typo');
    await repo.ok(taskStart, { objective: 'Fix the typo', light: true });
    repo.commit('Fix', { 'README.md': 'fixed\n' });
    await repo.ok(evidenceRun, { command: ['true'] });
    repo.git('branch', '-q', '-f', 'main', 'fix-typo');
    expect(await repo.ok(taskFinish, {})).toMatchObject({ removed: { worktree: null, branch: null }, kept: null });
    expect(repo.git('branch', '--show-current')).toBe('fix-typo');
    await repo.ok(taskStart, { objective: 'Here', ref: 'here-1', here: true });
    repo.commit('Work', { 'README.md': 'more\n' });
    await repo.ok(evidenceRun, { command: ['true'] });
    repo.git('branch', '-q', '-f', 'main', 'feature/here-1');
    expect((await repo.ok(taskFinish, {})).kept).toEqual({
      worktree: null,
      branch: 'feature/here-1',
      why: `feature/here-1 is checked out in ${repo.repository}. Switch to another branch there, then remove it (\`task gc --yes\`).`,
    });
    repo.git('switch', '-q', 'main');
    repo.git('branch', '-q', '-d', 'fix-typo');
    await repo.ok(taskGc, { yes: true }, person);
    expectNothingLeft();
  });

  it('changes nothing while the gate is not ready, judged in the worktree of the task', async () => {
    const { place } = await merged();
    writeFileSync(join(place, 'half.txt'), 'half\n');
    const before = [repo.traces(), await repo.dump()];
    expect((await repo.refused(taskFinish, { task: 'T-1' })).message).toBe(
      'T-1 (login-1) was not finished: Uncommitted changes in 1 path: half.txt. And 1 more.',
    );
    expect([repo.traces(), await repo.dump()]).toEqual(before);
    expect(readFileSync(join(place, 'half.txt'), 'utf8')).toBe('half\n');
  });
});

describe('the lanes of a task that is finished', () => {
  /** T-1 with a lane `part`, in which a file is committed and another one is not. */
  async function withLane() {
    const { place, branch } = await merged();
    const lane = await repo.spawn('part', { noFetch: true });
    await repo.store.transaction(async transaction => {
      const [row] = await transaction.lanes.list();
      const [task] = await transaction.tasks.live();
      if (row === undefined || task === undefined) throw new Error('They were just made.');
      await transaction.lanes.change(row, { task_id: task.id, updated_at: repo.now });
    });
    return { place, branch, lane };
  }

  it('prevent it while a worker is at work, by lane and agent', async () => {
    const { lane } = await withLane();
    await repo.ok(workerStart, { lane: 'part' }, otherAgent);
    writeFileSync(join(lane.worktreePath, 'own.txt'), 'own\n');
    const before = [repo.traces(), await repo.dump()];
    for (const actor of [undefined, person]) {
      expect(await repo.refused(taskFinish, { task: 'T-1' }, actor)).toMatchObject({
        code: 'conflict',
        message: `T-1 (login-1) was not finished: ${otherAgent.name} is working in L-1 (part).`,
        next: [{ operation: 'worker.show', input: { lane: 'part' } }],
        details: { task: 'T-1', lanes: [{ lane: 'part', agent: otherAgent.name, state: 'WORKING' }] },
      });
    }
    expect([repo.traces(), await repo.dump()]).toEqual(before);
  });

  it('are closed with a backup, before the task is archived', async () => {
    const { lane, place, branch } = await withLane();
    await repo.ok(workerStart, { lane: 'part' }, otherAgent);
    writeFileSync(join(lane.worktreePath, 'own.txt'), 'own\n');
    await repo.ok(workerFail, { lane: 'part', reason: 'Gave up' }, otherAgent);
    expect(await repo.refused(taskFinish, { task: 'T-1' })).toMatchObject({ code: 'not_allowed' });
    const rescue = 'refs/stateroom/rescue/part/20261102T100000000Z';
    expect(await repo.ok(taskFinish, { task: 'T-1' }, person)).toMatchObject({
      lanes: [{ lane: 'part', worktree: 'removed', rescue }],
      removed: { worktree: place, branch },
    });
    expect((await repo.eventTypes()).slice(-4)).toEqual([
      'lane_closed',
      'task_finished',
      'work_item_resolved',
      'task_archived',
    ]);
    expect(repo.git('show', `${rescue}:files/own.txt`)).toBe('own');
    expect(repo.traces()).toMatchObject({
      trees: [`worktree ${repo.repository}`],
      branches: ['feature/part', 'main'],
      folders: [],
      intentLogs: [],
    });
  });

  it('end with nothing left when one was merged with the branch of the task', async () => {
    await repo.task('login-1', { branch: 'feature/login-1', light: 1 });
    const lane = await repo.spawn('T-1', { noFetch: true });
    await repo.ok(workerStart, { lane: 'login-1' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
    await at(lane.worktreePath, () => repo.ok(evidenceRun, { command: ['true'], task: 'T-1' }));
    await repo.ok(workerDone, { lane: 'login-1', noFetch: true });
    await repo.ok(workerApprove, { lane: 'login-1' }, person);
    await repo.ok(workerMerge, { lane: 'login-1', way: 'squash' }, person);
    await repo.call(taskFinish, { task: 'T-1' });
    await repo.ok(taskGc, { yes: true }, person);
    expectNothingLeft();
    // A squash has its content alone.
    expect(repo.git('show', 'refs/stateroom/merged/feature/login-1:new.txt')).toBe('new');
  });
});

describe('a process that dies while it removes', () => {
  it.each([
    ['before anything is backed up', 'trees.discard', 'before'],
    ['when it has the backup', 'journeys.write', 'before'],
    ['before the branch goes', 'trees.removeMerged', 'before'],
    ['after the branch went', 'trees.removeMerged', 'after'],
  ] as const)('leaves nothing that the next one cannot finish: %s', async (_what, call, when) => {
    const { place } = await merged();
    await at(place, () => repo.ok(taskFinish, {}));
    writeFileSync(join(place, 'notes.txt'), 'mine\n');
    const hangs = repo.hangsAt(call, when);
    void repo.call(taskGc, { yes: true }, person);
    await hangs;
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    await repo.ok(laneRepair, {});
    repo.now += 1000;
    await repo.ok(taskGc, { yes: true }, person);
    expectNothingLeft();
    const rescues = repo.traces().rescues.filter(ref => ref.startsWith('refs/stateroom/rescue/login-1/'));
    expect(rescues).not.toEqual([]);
    expect(repo.git('show', `${rescues.at(-1)}:files/notes.txt`)).toBe('mine');
  });

  it('does not act on an intent that names another folder, or a task that goes on', async () => {
    const { place } = await worked();
    const { task } = await repo.ok(taskShow, { task: 'T-1' });
    const folder = join(repo.directory, 'store', 'journeys');
    mkdirSync(folder, { recursive: true });
    const [row] = await repo.store.read(transaction => transaction.tasks.live());
    const intent = (directory: string) => ({
      version: 1,
      lane: task.name,
      laneId: row?.id,
      task: true,
      startedAt: 0,
      process: '',
      abandoned: true,
      closing: {
        directory,
        reason: 'finished',
        note: null,
        kept: { ref: null, aside: `${directory}.removed-00000000` },
      },
    });
    for (const [directory, reason] of [
      [place, 'the task login-1 is not finished'],
      [repo.repository, 'it names'],
    ] as const) {
      if (directory !== place) {
        await at(place, () => repo.ok(taskFinish, {}));
      }
      writeFileSync(join(folder, 'login-1.json'), JSON.stringify(intent(directory)));
      const { ignored } = await repo.ok(laneRepair, {});
      expect(ignored.some(one => one.isNew && one.reason.includes(reason))).toBe(true);
      expect(existsSync(join(place, 'README.md'))).toBe(true);
      expect(existsSync(join(repo.repository, 'README.md'))).toBe(true);
    }
  });
});

describe('a worktree whose .git file was lost', () => {
  it('is removed when git knows it, and else keeps its files and says so', async () => {
    const { place, branch } = await merged();
    await at(place, () => repo.ok(taskFinish, {}));
    rmSync(join(place, '.git'));
    writeFileSync(join(place, 'own.txt'), 'own\n');
    rmSync(join(repo.repository, '.git', 'worktrees', 'login-1'), { recursive: true });
    const { tasks } = await repo.ok(taskGc, { yes: true }, person);
    expect(tasks).toEqual([
      { task: 'T-1', objective: 'The objective of login-1', worktree: null, branch, why: null, rescue: null },
    ]);
    expect(readFileSync(join(place, 'own.txt'), 'utf8')).toBe('own\n');
  });

  it('is mended first where git still knows it', async () => {
    const { place } = await merged();
    await at(place, () => repo.ok(taskFinish, {}));
    rmSync(join(place, '.git'));
    writeFileSync(join(place, 'own.txt'), 'own\n');
    const { tasks } = await repo.ok(taskGc, { yes: true }, person);
    expect(tasks).toMatchObject([{ worktree: place, why: null, rescue: expect.stringContaining('/login-1/') }]);
    expectNothingLeft();
  });
});

describe('CURRENT_TASK.json', () => {
  const read = (place: string): unknown => JSON.parse(readFileSync(join(place, 'CURRENT_TASK.json'), 'utf8'));

  it('names no task that is over, in no worktree, and is no change in git', async () => {
    const { place } = await merged();
    await at(place, () => repo.ok(taskRender, { write: true }));
    await repo.ok(taskRender, { write: true });
    expect([read(place), read(repo.repository)]).toMatchObject([
      { shape: 'single', task: { ref: 'T-1' } },
      { shape: 'single', task: { ref: 'T-1' } },
    ]);
    expect([gitAt(place, 'status', '--porcelain'), repo.git('status', '--porcelain')]).toEqual(['', '']);
    await at(place, () => repo.ok(taskFinish, {}));
    expect([read(place), read(repo.repository)]).toEqual([
      { version: 2, shape: 'none' },
      { version: 2, shape: 'none' },
    ]);
    await repo.ok(taskGc, { yes: true }, person);
    expectNothingLeft();
  });
});

describe('switching', () => {
  it('archives the task that it leaves, and comes back to it', async () => {
    const one = await repo.ok(taskStart, { objective: 'One', ref: 'one-1', here: false });
    const two = await repo.ok(taskStart, { objective: 'Two', ref: 'two-2', here: false });
    await at(String(one.task.workTree), async () => {
      expect(await repo.ok(taskSwitch, { task: 'T-2' })).toMatchObject({ changed: true, left: 'T-1' });
    });
    expect((await repo.ok(taskList, {})).tasks.map(({ ref }) => ref)).toEqual(['T-2']);
    expect(await repo.ok(taskShow, { task: 'T-1' })).toMatchObject({
      task: { status: 'in_progress', archivedAt: '2026-11-02T10:00:00.000Z' },
    });
    await at(String(two.task.workTree), async () => {
      expect(await repo.ok(taskSwitch, { task: 'T-1' })).toMatchObject({
        left: 'T-2',
        directory: one.task.workTree,
        task: { archivedAt: null },
      });
    });
    expect((await repo.ok(taskList, {})).tasks.map(({ ref }) => ref)).toEqual(['T-1']);
  });

  it('leaves nothing from a worktree without a task, nor the task of someone else', async () => {
    const one = await repo.ok(taskStart, { objective: 'One', ref: 'one-1', here: false });
    await repo.ok(taskStart, { objective: 'Two', ref: 'two-2', here: false });
    expect(await repo.ok(taskSwitch, { task: 'T-2' })).toMatchObject({ changed: false, left: null });
    // Whoever holds it has ended.
    repo.now += 10 * 60_000;
    await at(String(one.task.workTree), async () => {
      expect(await repo.ok(taskSwitch, { task: 'T-2' }, otherAgent)).toMatchObject({ left: null });
    });
    expect((await repo.ok(taskList, {})).tasks).toHaveLength(2);
  });
});

describe('abandoned tasks', () => {
  it('are listed first and archived when that is wanted; those of which anything is left stay', async () => {
    await repo.ok(taskStart, { objective: 'Gone', ref: 'gone-1', here: false });
    await repo.ok(taskStart, { objective: 'Branch', ref: 'branch-2', here: false });
    await repo.ok(taskStart, { objective: 'Lately', ref: 'lately-3', here: false });
    for (const ref of ['gone-1', 'branch-2', 'lately-3']) {
      repo.git('worktree', 'remove', `${repo.repository}.worktrees/${ref}`);
    }
    repo.git('branch', '-q', '-D', 'feature/gone-1', 'feature/lately-3');
    expect((await repo.ok(taskReap, {})).tasks).toEqual([]);
    repo.now += 7 * 86_400_000 + 1;
    await repo.ok(taskArchive, { task: 'T-3' });
    await repo.ok(taskStart, { objective: 'Today', ref: 'lately-4', here: false });
    repo.git('worktree', 'remove', `${repo.repository}.worktrees/lately-4`);
    repo.git('branch', '-q', '-D', 'feature/lately-4');
    const before = await repo.dump();
    const listed = await repo.ok(taskReap, {});
    expect(listed).toEqual({
      archived: false,
      tasks: [{ task: 'T-1', objective: 'Gone', branch: 'feature/gone-1', lastActivity: '2026-11-02T10:00:00.000Z' }],
    });
    expect(await repo.dump()).toBe(before);
    expect(await repo.ok(taskReap, { yes: true })).toEqual({ ...listed, archived: true });
    expect(await repo.ok(taskShow, { task: 'T-1' })).toMatchObject({
      task: { archiveNote: 'Abandoned: no worktree, no branch, no activity.' },
    });
    expect((await repo.ok(taskList, {})).tasks.map(({ ref }) => ref).sort()).toEqual(['T-2', 'T-4']);
    expect(await repo.refused(taskReap, { olderThan: 'soon' })).toMatchObject({ code: 'invalid_input' });
  });
});
