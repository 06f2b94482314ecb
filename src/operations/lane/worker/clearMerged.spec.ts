import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../../test/support/laneRoom.js';
import { person } from '../../../../test/support/testRoom.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneAdopt } from '../laneAdopt.js';
import { laneClose } from '../laneClose.js';
import { laneRepair } from '../laneRepair.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerStart } from './workerStart.js';

let room: LaneRoom;
const children: ChildProcess[] = [];

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await room.close();
});

const write = (lane: Lane, path: string, text: string): void => writeFileSync(join(lane.worktreePath, path), text);

/** Has the lane hand in one file, and approves that. */
async function approve(lane: Lane): Promise<Lane> {
  await room.ok(workerStart, { lane: lane.lane });
  write(lane, `${lane.lane}.txt`, 'new\n');
  room.gitIn(lane, 'add', '--all');
  room.gitIn(lane, 'commit', '-q', '-m', `Add ${lane.lane}`);
  await room.ok(workerDone, { lane: lane.lane });
  return room.ok(workerApprove, { lane: lane.lane }, person);
}

const approved = async (name: string): Promise<Lane> => approve(await room.spawn(name));

const merge = (lane: string, more: { leaveTree?: boolean } = {}) => room.ok(workerMerge, { lane, ...more }, person);

describe('the work tree of a merged lane', () => {
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
    expect(room.traces()).toEqual({
      branches: ['feature/login', 'main'],
      trees: [`worktree ${room.repository}`],
      records: [],
      folders: [],
      journeys: [],
      rescues: [],
    });
    // Said again it has nothing left to do.
    const dump = await room.dump();
    expect(await merge('login')).toMatchObject({ state: 'COMPLETED', worktree: 'removed', stays: null });
    expect(await room.dump()).toBe(dump);
    expect((await room.spawn('page')).port).toBe(lane.port);
  });

  it('is kept first when it holds anything else, also a file that is gone and commits that only it knows', async () => {
    const ignored = await approved('ignored');
    appendFileSync(join(room.repository, '.git', 'info', 'exclude'), 'notes.tmp\n');
    write(ignored, 'notes.tmp', 'not committed\n');
    const merged = await merge('ignored');
    expect(merged).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/ignored/'), stays: null });
    expect(room.git('grep', '-h', 'not committed', String(merged.rescue))).toBe('not committed');

    const gone = await approved('gone');
    rmSync(join(gone.worktreePath, 'README.md'));
    expect(await merge('gone')).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/gone/') });

    const lost = await approved('lost');
    const tip = room.gitIn(lost, 'commit-tree', '-m', 'Lost', '-p', 'HEAD', 'HEAD^{tree}');
    room.gitIn(lost, 'checkout', '-q', '--detach', tip);
    room.gitIn(lost, 'checkout', '-q', 'feature/lost');
    expect(await merge('lost')).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/lost/') });
    expect(room.git('for-each-ref', '--format=x', '--contains', tip, 'refs/stateroom')).toContain('x');
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
    expect(await room.ok(laneClose, { lane: 'login' }, person)).toMatchObject({
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
      `L-1 (login) keeps its work tree: process ${child.pid} (sleep) lives in its work tree. Once that is over, \`lane close login\` removes it.`,
    );
    expect(room.git('show', 'main:login.txt')).toBe('new');
    expect(room.traces()).toMatchObject({ folders: ['login'], journeys: [], rescues: [] });
    const ended = new Promise(done => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    // Whoever merges again has it cleared, too.
    expect(await merge('login')).toMatchObject({ port: null, worktree: 'removed', stays: null });
  });

  it('stays where it is locked, and where a submodule of it is dirty', async () => {
    const lane = await approved('login');
    room.git('worktree', 'lock', lane.worktreePath);
    expect((await merge('login')).stays).toBe(
      'L-1 (login) keeps its work tree: its work tree is locked. Once that is over, `lane close login` removes it.',
    );
    const part = join(room.directory, 'part');
    room.git('init', '-q', '-b', 'main', part);
    room.git('-C', part, 'commit', '-q', '--allow-empty', '-m', 'Part');
    room.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'part');
    room.commit('Part');
    const page = await room.spawn('page', { noFetch: true });
    room.gitIn(page, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    await approve(page);
    write(page, 'part/new.txt', 'new\n');
    expect(await merge('page')).toMatchObject({
      status: 'merged',
      worktree: 'left',
      stays:
        'L-2 (page) keeps its work tree: the submodule part holds changes that no commit has. Once that is over, `lane close page` removes it.',
    });
  });

  it('is not mistaken for one that somebody made in its place since', async () => {
    const { worktreePath } = await approved('login');
    await merge('login');
    room.git('worktree', 'add', '-q', '-b', 'mine', worktreePath);
    appendFileSync(join(room.repository, '.git', 'info', 'exclude'), 'notes.tmp\n');
    writeFileSync(join(worktreePath, 'notes.tmp'), 'somebody’s\n');
    const dump = await room.dump();
    expect(await merge('login')).toMatchObject({
      status: 'merged',
      rescue: null,
      stays: `L-1 (login) keeps its work tree: mine is checked out in ${worktreePath}, not feature/login. Once that is over, \`lane close login\` removes it.`,
    });
    expect(await room.refused(laneClose, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      hint: 'If that folder is the lane’s still, switch to feature/login there and close the lane again.',
    });
    expect(readFileSync(join(worktreePath, 'notes.tmp'), 'utf8')).toBe('somebody’s\n');
    expect(await room.dump()).toBe(dump);
    expect(room.traces()).toMatchObject({ folders: ['login'], journeys: [], rescues: [] });
  });

  it('stays under the feet of who merges from within it', async () => {
    const lane = await approved('login');
    room.place = lane.worktreePath;
    expect(await merge('login')).toMatchObject({
      status: 'merged',
      worktree: 'left',
      stays: 'L-1 (login) keeps its work tree: you stand in it. Remove it from elsewhere with `lane close login`.',
    });
    room.place = room.repository;
    expect(existsSync(join(lane.worktreePath, 'README.md'))).toBe(true);
  });

  it('stays with who made it, but for what Stateroom put in', async () => {
    const directory = join(room.directory, 'theirs');
    room.git('worktree', 'add', '-q', '-b', 'theirs', directory);
    const lane = await room.ok(laneAdopt, { path: directory });
    await approve(lane);
    expect(await merge(lane.lane)).toMatchObject({ port: null, worktree: 'left', rescue: null, stays: null });
    expect(existsSync(join(directory, '.env.stateroom'))).toBe(false);
    const dump = await room.dump();
    expect(await merge(lane.lane)).toMatchObject({ worktree: 'left' });
    expect(await room.ok(laneClose, { lane: lane.lane }, person)).toMatchObject({ status: 'merged', worktree: 'left' });
    expect(await room.dump()).toBe(dump);
  });

  it('is cleared by whoever comes next when the process dies on the way', async () => {
    const lane = await approved('login');
    const hung = room.hangsAt('trees.discard', 'after');
    void merge('login').catch(() => undefined);
    await hung;
    room.interfere = () => undefined;
    room.judge = () => 'dead';
    expect(await room.ok(laneRepair, {})).toMatchObject({
      settled: [{ lane: 'login', outcome: 'finished', notes: [] }],
    });
    room.judge = undefined;
    expect(existsSync(lane.worktreePath)).toBe(false);
    expect(await merge('login')).toMatchObject({ status: 'merged', port: null, worktree: 'removed', rescue: null });
    expect(room.traces()).toMatchObject({ records: [], journeys: [], rescues: [] });
  });

  it('is torn down as the repository says, and what that takes away is kept', async () => {
    room.commit('Settings', {
      '.stateroom/config.json': '{"lane":{"teardown":["rm -rf cache && echo over > ../over.txt"]}}',
    });
    await room.trustCommands();
    await approved('login');
    expect(await merge('login')).toMatchObject({ worktree: 'removed', rescue: null });
    expect(readFileSync(join(`${room.repository}.worktrees`, 'over.txt'), 'utf8')).toBe('over\n');
    const page = await approved('page');
    write(page, 'own.txt', 'own\n');
    expect(await merge('page')).toMatchObject({ worktree: 'removed', rescue: expect.stringContaining('/page/') });
  });
});
