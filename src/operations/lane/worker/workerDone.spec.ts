import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { agent, person } from '../../../../test/support/testRepository.js';
import type { Actor } from '../../../domain/actor/actor.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { eventsTail } from '../../events/eventsTail.js';
import { invoke } from '../../invoke.js';
import { messageList } from '../message/messageList.js';
import { workerApprove } from './workerApprove.js';
import { workerCancel } from './workerCancel.js';
import { workerDone } from './workerDone.js';
import { workerLogs } from './workerLogs.js';
import { workerMerge } from './workerMerge.js';
import { workerRepairMerge } from './workerRepairMerge.js';
import { workerRequestChanges } from './workerRequestChanges.js';
import { workerRun } from './workerRun.js';
import { workerShow } from './workerShow.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

/** End the programs that run. */
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await repo.close();
});

const commit = (folder: string, path: string, text: string): void => {
  writeFileSync(join(folder, path), text);
  repo.git('-C', folder, 'add', '--all');
  repo.git('-C', folder, 'commit', '-q', '-m', `Change ${path}`);
};

async function started(): Promise<Lane> {
  const lane = await repo.spawn('login', { noFetch: true });
  await repo.ok(workerStart, { lane: 'login' });
  return lane;
}

const command = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];

/** Runs a program in `login` until the function that is returned is called. */
async function runs(): Promise<() => Promise<unknown>> {
  const stop = new AbortController();
  repo.signal = stop.signal;
  const running = repo.ok(workerRun, { lane: 'login', command }, person);
  repo.signal = undefined;
  await expect.poll(async () => (await repo.ok(workerLogs, { lane: 'login' }, person)).running).toBe(true);
  const end = () => {
    stop.abort();
    return running;
  };
  stops.push(end);
  return end;
}

const stateOf = async (): Promise<string | undefined> => (await repo.ok(workerShow, { lane: 'login' })).worker?.state;

/** rerere: git resolves the conflict in `a.txt` with `both` and stages it. */
function rememberSolution(lane: Lane): void {
  repo.git('config', 'rerere.enabled', 'true');
  repo.git('config', 'rerere.autoUpdate', 'true');
  commit(lane.worktreePath, 'a.txt', 'lane\n');
  commit(repo.repository, 'a.txt', 'main\n');
  const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
  expect(() => repo.gitIn(lane, 'merge', '-q', 'main')).toThrow('a.txt');
  commit(lane.worktreePath, 'a.txt', 'both\n');
  repo.gitIn(lane, 'reset', '-q', '--hard', tip);
}

describe('work that is handed in', () => {
  it('has begun with that, where the program of the lane was quicker than whoever started it', async () => {
    const lane = await repo.spawn('login', { noFetch: true });
    const program = { role: 'agent', name: 'node-login', lane: 'login' } as const;
    const launch = async () => {
      await runs();
      commit(lane.worktreePath, 'new.txt', 'new\n');
      await repo.ok(workerDone, { lane: 'login', noFetch: true }, program);
      return { hasEnded: () => false };
    };
    const context = repo.context(person);
    const lanes = context.lanes && { ...context.lanes, launch };
    const answer = await invoke(workerStart, { ...context, ...(lanes && { lanes }) }, { lane: 'login', command });
    expect(answer).toMatchObject({ state: 'IN_REVIEW', worker: { agent: 'node-login' } });
    const { events } = await repo.ok(eventsTail, { about: 'L-1' }, person);
    expect(events.map(({ type, actor }) => `${actor} ${type}`)).toEqual([
      'Ada worker_started',
      'node-login lane_status_changed',
      'node-login worker_submitted',
      'node-login worker_started',
      'codex worker_assigned',
      'codex lane_opened',
    ]);
  });

  it('has not begun with that for a person, and where a program ran before the worker was assigned', async () => {
    const lane = await started();
    commit(lane.worktreePath, 'new.txt', 'new\n');
    const submit = async (actor: Actor) => repo.refused(workerDone, { lane: 'login', noFetch: true }, actor);
    const assigned = { message: 'login is assigned and cannot be submitted for review.' };
    const stopEarlier = await runs();
    repo.now += 1000;
    await repo.ok(workerCancel, { lane: 'login', outcome: 'reassign' }, person);
    expect(await submit(agent)).toMatchObject(assigned);
    await stopEarlier();
    await runs();
    expect(await submit(person)).toMatchObject(assigned);
    await repo.ok(workerDone, { lane: 'login', noFetch: true });
  });

  it('is the same again while the branch has not moved', async () => {
    const lane = await started();
    commit(lane.worktreePath, 'new.txt', 'new\n');
    const first = await repo.ok(workerDone, { lane: 'login', noFetch: true });
    const before = await repo.dump();
    expect(await repo.ok(workerDone, { lane: 'login', noFetch: true })).toEqual({ ...first, repeated: true });
    expect(await repo.dump()).toBe(before);
    expect(first.repeated).toBe(false);
  });

  it('is that of the lane’s branch: another one is neither rebased nor handed in', async () => {
    const lane = await started();
    commit(lane.worktreePath, 'new.txt', 'new\n');
    repo.gitIn(lane, 'switch', '-q', '-c', 'other', 'main');
    commit(lane.worktreePath, 'other.txt', 'other\n');
    const other = repo.gitIn(lane, 'rev-parse', 'other');
    commit(repo.repository, 'b.txt', 'b\n');
    expect(await repo.refused(workerDone, { lane: 'login' })).toMatchObject({
      code: 'transition_not_allowed',
      message: `other is checked out in ${lane.worktreePath}, but L-1 (login) is on feature/login.`,
      hint: 'Switch to feature/login there, then run `worker done` again.',
    });
    expect(repo.git('rev-parse', 'other')).toBe(other);
    expect(await stateOf()).toBe('WORKING');
  });

  it('is as before when git cannot sign the rebased commits', async () => {
    const lane = await started();
    commit(lane.worktreePath, 'new.txt', 'new\n');
    commit(repo.repository, 'b.txt', 'b\n');
    repo.git('config', 'commit.gpgSign', 'true');
    repo.git('config', 'gpg.program', 'false');
    const tip = repo.git('rev-parse', 'feature/login');
    expect((await repo.refused(workerDone, { lane: 'login' })).message).toContain(
      'Git refused to rebase feature/login: ',
    );
    expect(repo.gitIn(lane, 'symbolic-ref', 'HEAD')).toBe('refs/heads/feature/login');
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD')).toBe(tip);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('');
    expect(await stateOf()).toBe('WORKING');
  });

  it('is in conflict also where git remembers the solution, for somebody to look at it', async () => {
    const lane = await started();
    rememberSolution(lane);
    expect((await repo.ok(workerDone, { lane: 'login' })).conflicts).toEqual(['a.txt']);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('AA a.txt');
    expect(await stateOf()).toBe('CONFLICTED');
  });
});

describe('the base of work that is handed in', () => {
  /** Someone else pushes a commit to the remote's main; its full id. */
  function pushed(path: string, text: string): string {
    const clone = join(repo.directory, 'clone');
    repo.git('clone', '-q', repo.remote, clone);
    commit(clone, path, text);
    repo.git('-C', clone, 'push', '-q', 'origin', 'main');
    return repo.git('-C', clone, 'rev-parse', 'HEAD');
  }

  it('is asked of the remote first, unless that is not wanted', async () => {
    const lane = await started();
    commit(lane.worktreePath, 'new.txt', 'new\n');
    const begun = repo.git('rev-parse', 'main');
    const theirs = pushed('theirs.txt', 'theirs\n');
    await repo.ok(workerDone, { lane: 'login', noFetch: true });
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD^')).toBe(begun);
    await repo.ok(workerRequestChanges, { lane: 'login', message: 'Again' }, person);
    const done = await repo.ok(workerDone, { lane: 'login' });
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD^')).toBe(theirs);
    expect(done).toMatchObject({ state: 'IN_REVIEW', worker: { submitted: repo.gitIn(lane, 'rev-parse', 'HEAD') } });
  });

  it('is the one that lanes are merged into', async () => {
    repo.commit('Settings', { '.stateroom/config.json': '{"lane":{"integration":"next"}}' });
    repo.git('branch', 'next');
    repo.git('push', '-q', 'origin', 'main', 'next');
    const lane = await started();
    commit(lane.worktreePath, 'new.txt', 'new\n');
    const clone = join(repo.directory, 'clone');
    repo.git('clone', '-q', '-b', 'next', repo.remote, clone);
    commit(clone, 'theirs.txt', 'theirs\n');
    repo.git('-C', clone, 'push', '-q', 'origin', 'next');
    await repo.ok(workerDone, { lane: 'login' });
    expect(repo.gitIn(lane, 'show', 'HEAD^:theirs.txt')).toBe('theirs');
  });

  it('may be out of reach, and then nothing is done', async () => {
    const lane = await started();
    commit(lane.worktreePath, 'new.txt', 'new\n');
    commit(repo.repository, 'b.txt', 'b\n');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    repo.git('remote', 'set-url', 'origin', join(repo.directory, 'nowhere.git'));
    expect(await repo.refused(workerDone, { lane: 'login' })).toMatchObject({
      code: 'transition_not_allowed',
      message: expect.stringMatching(
        /^L-1 \(login\) was not submitted because main could not be fetched: .*nowhere\.git/,
      ),
      hint: 'Fix the problem git reported, or skip the remote (--no-fetch).',
    });
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD')).toBe(tip);
    expect(await stateOf()).toBe('WORKING');
    expect(await repo.ok(workerDone, { lane: 'login', noFetch: true })).toMatchObject({ state: 'IN_REVIEW' });
  });

  it('has all of a lane without a commit of its own, which is not handed in', async () => {
    const lane = await started();
    const refusal = {
      code: 'transition_not_allowed',
      message: 'L-1 (login) has nothing to submit: feature/login has no commits of its own.',
      hint: 'Commit the work and try again, or end the lane (`worker fail` or `lane close login`).',
    };
    expect(await repo.refused(workerDone, { lane: 'login' })).toMatchObject(refusal);
    expect(await repo.refused(workerDone, { lane: 'login', skipRebase: true })).toMatchObject(refusal);
    // What someone else brought to the base meanwhile is not the lane's work either.
    commit(lane.worktreePath, 'new.txt', 'new\n');
    // Another commit than the base's also where both are made within a second.
    repo.gitIn(lane, 'commit', '-q', '--amend', '-m', 'The same');
    const from = repo.gitIn(lane, 'rev-parse', 'HEAD').slice(0, 10);
    commit(repo.repository, 'new.txt', 'new\n');
    commit(repo.repository, 'b.txt', 'b\n');
    const to = repo.git('rev-parse', 'main').slice(0, 10);
    expect(await repo.refused(workerDone, { lane: 'login' })).toMatchObject({
      ...refusal,
      message: `${refusal.message} feature/login was already rebased from ${from} to ${to} and stays rebased.`,
    });
    expect(await stateOf()).toBe('WORKING');
  });
});

describe('a merge to be solved', () => {
  it('is begun also where git remembers the solution', async () => {
    const lane = await started();
    rememberSolution(lane);
    await repo.ok(workerDone, { lane: 'login' });
    repo.gitIn(lane, 'rebase', '--abort');
    expect((await repo.ok(workerRepairMerge, { lane: 'login' })).conflicts).toEqual(['a.txt']);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('AA a.txt');
  });

  it('is not needed for files whose attributes take the lines of both', async () => {
    const lane = await started();
    commit(repo.repository, '.gitattributes', 'log merge=union\n');
    commit(repo.repository, 'log', 'base\n');
    repo.gitIn(lane, 'merge', '-q', 'main');
    commit(lane.worktreePath, 'log', 'base\nlane\n');
    await repo.ok(workerDone, { lane: 'login' });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    commit(repo.repository, 'log', 'base\nmain\n');
    await repo.ok(workerMerge, { lane: 'login' }, person);
    expect(repo.git('show', 'main:log')).toBe('base\nmain\nlane');
  });

  it('is begun too where only the lane’s own attributes solve it, and committed it goes', async () => {
    commit(repo.repository, 'log', 'base\n');
    const lane = await started();
    commit(lane.worktreePath, '.gitattributes', 'log merge=union\n');
    commit(lane.worktreePath, 'log', 'base\nlane\n');
    await repo.ok(workerDone, { lane: 'login' });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    commit(repo.repository, 'log', 'base\nmain\n');
    expect(await repo.refused(workerMerge, { lane: 'login' }, person)).toMatchObject({
      message: 'L-1 (login) conflicts with main in log.',
    });
    const repair = await repo.ok(workerRepairMerge, { lane: 'login' }, person);
    expect(repair).toMatchObject({ state: 'CONFLICTED', conflicts: ['log'] });
    const { messages } = await repo.ok(messageList, { as: 'login' });
    expect(messages[0]?.brief?.requiredActions).toEqual([
      'Git merged the files using the lane’s own .gitattributes. Check them, commit the merge with git, then submit the lane again.',
    ]);
    const dump = await repo.dump();
    expect((await repo.ok(workerRepairMerge, { lane: 'login' }, person)).conflicts).toEqual(['log']);
    expect(await repo.dump()).toBe(dump);
    repo.gitIn(lane, 'commit', '-q', '--no-edit');
    expect(await repo.ok(workerDone, { lane: 'login' })).toMatchObject({ state: 'IN_REVIEW', conflicts: [] });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    await repo.ok(workerMerge, { lane: 'login' }, person);
    expect(repo.git('show', 'main:log')).toBe('base\nlane\nmain');
  });
});
