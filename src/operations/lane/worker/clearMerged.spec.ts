import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { nothingOf } from '../../../../test/support/openLaneTraces.js';
import { person } from '../../../../test/support/testRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneAdopt } from '../laneAdopt.js';
import { laneClose } from '../laneClose.js';
import { laneRepair } from '../laneRepair.js';
import { laneShow } from '../laneShow.js';
import { noticeMerged } from './mergedElsewhere.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;
const children: ChildProcess[] = [];

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await repo.close();
});

const write = (lane: Lane, path: string, text: string): void => writeFileSync(join(lane.worktreePath, path), text);

/** Has the lane submit one file, and approves that. */
async function approve(lane: Lane): Promise<Lane> {
  await repo.ok(workerStart, { lane: lane.lane });
  write(lane, `${lane.lane}.txt`, 'new\n');
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', `Add ${lane.lane}`);
  await repo.ok(workerDone, { lane: lane.lane });
  return repo.ok(workerApprove, { lane: lane.lane }, person);
}

const approved = async (name: string): Promise<Lane> => approve(await repo.spawn(name));

const merge = (lane: string, more: { leaveTree?: boolean } = {}) => repo.ok(workerMerge, { lane, ...more }, person);

describe('the worktree of a merged lane', () => {
  it('goes without a trace when git has all of it, and so do its ports', async () => {
    const lane = await approved('login');
    expect(await merge('login')).toMatchObject({
      status: 'merged',
      state: 'COMPLETED',
      port: null,
      worktree: 'removed',
      rescue: null,
      leftBehind: [],
      stays: null,
    });
    expect(repo.traces()).toEqual(nothingOf(repo));
    // Said again it has nothing left to do.
    const dump = await repo.dump();
    expect(await merge('login')).toMatchObject({ state: 'COMPLETED', worktree: 'removed', stays: null });
    expect(await repo.dump()).toBe(dump);
    expect((await repo.spawn('page')).port).toBe(lane.port);
  });

  it('is kept first when it holds anything else, also a file that is gone and commits that only it knows', async () => {
    const ignored = await approved('ignored');
    appendFileSync(join(repo.repository, '.git', 'info', 'exclude'), 'notes.tmp\n');
    write(ignored, 'notes.tmp', 'not committed\n');
    const merged = await merge('ignored');
    expect(merged).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/ignored/'), stays: null });
    expect(repo.git('grep', '-h', 'not committed', String(merged.rescue))).toBe('not committed');

    const gone = await approved('gone');
    rmSync(join(gone.worktreePath, 'README.md'));
    expect(await merge('gone')).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/gone/') });

    const lost = await approved('lost');
    const tip = repo.gitIn(lost, 'commit-tree', '-m', 'Lost', '-p', 'HEAD', 'HEAD^{tree}');
    repo.gitIn(lost, 'checkout', '-q', '--detach', tip);
    repo.gitIn(lost, 'checkout', '-q', 'feature/lost');
    expect(await merge('lost')).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/lost/') });
    expect(repo.git('for-each-ref', '--format=x', '--contains', tip, 'refs/stateroom')).toContain('x');
  });

  it('stays with its ports when that is asked for, until the lane is closed', async () => {
    const lane = await approved('login');
    expect(await merge('login', { leaveTree: true })).toMatchObject({
      status: 'merged',
      port: lane.port,
      worktree: 'left',
      rescue: null,
      stays: null,
    });
    expect(readFileSync(join(lane.worktreePath, '.env.stateroom'), 'utf8')).toContain(`PORT=${lane.port}`);
    expect(await repo.ok(laneClose, { lane: 'login' }, person)).toMatchObject({
      status: 'merged',
      port: null,
      worktree: 'removed',
    });
  });

  it('stays where a process lives in it, and the merge stands', async () => {
    const lane = await approved('login');
    const child = spawn('sleep', ['60'], { cwd: lane.worktreePath, stdio: 'ignore' });
    children.push(child);
    await new Promise(done => child.once('spawn', done));
    const merged = await merge('login');
    expect(merged).toMatchObject({ status: 'merged', state: 'COMPLETED', port: lane.port, worktree: 'left' });
    expect(merged.stays).toBe(
      `L-1 (login) keeps its worktree: its worktree is in use by process ${child.pid} (sleep). Then remove it with \`lane close login\`.`,
    );
    expect(repo.git('show', 'main:login.txt')).toBe('new');
    expect(repo.traces()).toMatchObject({
      folders: ['login'],
      intentLogs: [],
      rescues: ['refs/stateroom/reviewed/login/ada-99a563ab'],
    });
    const ended = new Promise(done => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    // Whoever merges again has it cleared, too.
    expect(await merge('login')).toMatchObject({ port: null, worktree: 'removed', stays: null });
  });

  it('stays where it is locked, and where a submodule of it is dirty', async () => {
    const lane = await approved('login');
    repo.git('worktree', 'lock', lane.worktreePath);
    expect((await merge('login')).stays).toBe(
      'L-1 (login) keeps its worktree: its worktree is locked. Then remove it with `lane close login`.',
    );
    const part = join(repo.directory, 'part');
    repo.git('init', '-q', '-b', 'main', part);
    repo.git('-C', part, 'commit', '-q', '--allow-empty', '-m', 'Part');
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'part');
    repo.commit('Part');
    const page = await repo.spawn('page', { noFetch: true });
    repo.gitIn(page, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    await approve(page);
    write(page, 'part/new.txt', 'new\n');
    expect(await merge('page')).toMatchObject({
      status: 'merged',
      worktree: 'left',
      stays:
        'L-2 (page) keeps its worktree: the submodule part has uncommitted changes. Then remove it with `lane close page`.',
    });
  });

  it('is not mistaken for one that somebody made in its place since', async () => {
    const { worktreePath } = await approved('login');
    await merge('login');
    repo.git('worktree', 'add', '-q', '-b', 'mine', worktreePath);
    appendFileSync(join(repo.repository, '.git', 'info', 'exclude'), 'notes.tmp\n');
    writeFileSync(join(worktreePath, 'notes.tmp'), 'somebody’s\n');
    const dump = await repo.dump();
    expect(await merge('login')).toMatchObject({
      status: 'merged',
      rescue: null,
      stays: `L-1 (login) keeps its worktree: mine is checked out in ${worktreePath}, not feature/login. Then remove it with \`lane close login\`.`,
    });
    expect(await repo.refused(laneClose, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      hint: 'If that folder still belongs to the lane, switch to feature/login there and close the lane again.',
    });
    expect(readFileSync(join(worktreePath, 'notes.tmp'), 'utf8')).toBe('somebody’s\n');
    expect(await repo.dump()).toBe(dump);
    expect(repo.traces()).toMatchObject({ folders: ['login'], intentLogs: [], rescues: [] });
  });

  it('stays under the feet of who merges from within it', async () => {
    const lane = await approved('login');
    repo.place = lane.worktreePath;
    expect(await merge('login')).toMatchObject({
      status: 'merged',
      worktree: 'left',
      stays:
        'L-1 (login) keeps its worktree: it is your current folder. Remove it from elsewhere with `lane close login`.',
    });
    repo.place = repo.repository;
    expect(existsSync(join(lane.worktreePath, 'README.md'))).toBe(true);
  });

  it('stays with who made it, but for what Stateroom put in', async () => {
    const directory = join(repo.directory, 'theirs');
    repo.git('worktree', 'add', '-q', '-b', 'theirs', directory);
    const lane = await repo.ok(laneAdopt, { path: directory });
    await approve(lane);
    expect(await merge(lane.lane)).toMatchObject({ port: null, worktree: 'left', rescue: null, stays: null });
    expect(existsSync(join(directory, '.env.stateroom'))).toBe(false);
    const dump = await repo.dump();
    expect(await merge(lane.lane)).toMatchObject({ worktree: 'left' });
    expect(await repo.ok(laneClose, { lane: lane.lane }, person)).toMatchObject({ status: 'merged', worktree: 'left' });
    expect(await repo.dump()).toBe(dump);
  });

  it('is cleared by whoever comes next when the process dies on the way', async () => {
    const lane = await approved('login');
    const hung = repo.hangsAt('trees.discard', 'after');
    void merge('login').catch(() => undefined);
    await hung;
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    expect(await repo.ok(laneRepair, {})).toMatchObject({
      settled: [{ lane: 'login', outcome: 'finished', notes: [] }],
    });
    repo.judge = undefined;
    expect(existsSync(lane.worktreePath)).toBe(false);
    expect(await merge('login')).toMatchObject({ status: 'merged', port: null, worktree: 'removed', rescue: null });
    expect(repo.traces()).toMatchObject({ records: [], intentLogs: [], rescues: [] });
  });

  it.each([
    ['before its worktree is removed', 'trees.condition'],
    ['before its branch is removed', 'trees.removeMerged'],
  ])('is removed by lane repair, and by the next spawn, when the process dies %s', async (_when, call) => {
    for (const name of ['login', 'page']) {
      const lane = await approved(name);
      const hung = repo.hangsAt(call, 'before');
      void merge(name).catch(() => undefined);
      await hung;
      repo.interfere = () => undefined;
      expect(await repo.ok(laneShow, { lane: name })).toMatchObject({ status: 'merged' });
      expect(repo.traces().branches).toContain(lane.branch);
      repo.judge = () => 'dead';
      if (name === 'login') {
        expect(await repo.ok(laneRepair, {})).toMatchObject({
          settled: [{ lane: 'login', outcome: 'finished', notes: [] }],
        });
      } else await noticeMerged(repo.context());
      repo.judge = undefined;
      expect(await repo.ok(laneRepair, {})).toMatchObject({ settled: [], merged: [] });
      expect(await repo.ok(laneShow, { lane: name })).toMatchObject({ status: 'merged', port: null });
      expect(repo.traces()).toMatchObject({ branches: ['main'], records: [], intentLogs: [], rescues: [] });
    }
  });

  it('stays in place for lane repair where it was merged with leaveTree, and while someone is in it', async () => {
    const left = await approved('login');
    await merge('login', { leaveTree: true });
    const used = await approved('page');
    const shell = spawn('sleep', ['60'], { cwd: used.worktreePath });
    children.push(shell);
    await merge('page');
    expect(await repo.ok(laneRepair, {})).toMatchObject({
      settled: [{ lane: 'page', outcome: 'kept', notes: [expect.stringContaining(`process ${shell.pid}`)] }],
    });
    expect([existsSync(left.worktreePath), existsSync(used.worktreePath)]).toEqual([true, true]);
    expect(repo.traces().branches).toEqual(['feature/login', 'feature/page', 'main']);
  });

  it('is torn down as the repository says, and what that takes away is kept', async () => {
    repo.commit('Settings', {
      '.stateroom/config.json': '{"lane":{"teardown":["rm -rf cache && echo over > ../over.txt"]}}',
    });
    await repo.trustCommands();
    await approved('login');
    expect(await merge('login')).toMatchObject({ worktree: 'removed', rescue: null });
    expect(readFileSync(join(`${repo.repository}.worktrees`, 'over.txt'), 'utf8')).toBe('over\n');
    const page = await approved('page');
    write(page, 'own.txt', 'own\n');
    expect(await merge('page')).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/page/') });
  });
});

describe('the branch of a merged lane', () => {
  const branches = (): string[] => repo.git('branch', '--format=%(refname:short)').split('\n');

  it('stays while it is the base of another lane, or a worktree has it checked out', async () => {
    const lane = await approved('login');
    await repo.spawn('page', { from: 'feature/login', noFetch: true });
    await merge('login');
    expect(branches()).toEqual(['feature/login', 'feature/page', 'main']);
    const other = await approved('other');
    await merge('other', { leaveTree: true });
    expect(branches()).toContain('feature/other');
    await repo.ok(laneClose, { lane: 'other' }, person);
    expect(existsSync(other.worktreePath)).toBe(false);
    expect(branches()).toEqual(['feature/login', 'feature/page', 'main']);
    await repo.ok(laneClose, { lane: 'page' }, person);
    expect(await merge('login')).toMatchObject({ worktree: 'removed' });
    expect(branches()).toEqual(['feature/page', 'main']);
    expect(repo.git('show', 'main:login.txt')).toBe('new');
    expect(existsSync(lane.worktreePath)).toBe(false);
  });

  it('stays with commits that were made after the merge', async () => {
    const lane = await approved('login');
    await merge('login', { leaveTree: true });
    write(lane, 'late.txt', 'late\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Late');
    await repo.ok(laneClose, { lane: 'login' }, person);
    expect(branches()).toEqual(['feature/login', 'main']);
    expect(repo.git('show', 'feature/login:late.txt')).toBe('late');
  });

  it('is kept as its commits where they were squashed', async () => {
    await approved('login');
    const tip = repo.git('rev-parse', 'feature/login');
    await repo.ok(workerMerge, { lane: 'login', way: 'squash' }, person);
    expect(branches()).toEqual(['main']);
    expect(repo.git('rev-parse', 'refs/stateroom/merged/feature/login')).toBe(tip);
  });
});
