import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { invoke } from '../../invoke.js';
import { messageList } from '../message/messageList.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerFail } from './workerFail.js';
import { workerMerge } from './workerMerge.js';
import { workerRepairMerge } from './workerRepairMerge.js';
import { workerRequestChanges } from './workerRequestChanges.js';
import { workerShow } from './workerShow.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

const commitIn = (lane: Lane, files: Readonly<Record<string, string>>): string => {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(lane.worktreePath, path), text);
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', `Change ${Object.keys(files).join(' and ')}`);
  return repo.gitIn(lane, 'rev-parse', 'HEAD');
};

/** A lane whose agent committed these files and handed them in. */
async function handedIn(name: string, files: Readonly<Record<string, string>> = { 'new.txt': 'new\n' }): Promise<Lane> {
  const lane = await repo.spawn(name);
  await repo.ok(workerStart, { lane: name });
  commitIn(lane, files);
  await repo.ok(workerDone, { lane: name });
  return lane;
}

async function approved(name: string, files?: Readonly<Record<string, string>>): Promise<Lane> {
  const lane = await handedIn(name, files);
  await repo.ok(workerApprove, { lane: name }, person);
  return lane;
}

/** References, HEADs, indexes and every file of both worktrees, to the byte. */
function everything(lane: Lane): unknown {
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => !path.includes('/.git/'))
      .sort()
      .map(path => `${path} ${statSync(path).mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
  const gitDirs = [join(repo.repository, '.git'), join(repo.repository, '.git', 'worktrees', lane.lane)].filter(
    existsSync,
  );
  return {
    refs: repo.git('for-each-ref'),
    heads: gitDirs.map(folder => readFileSync(join(folder, 'HEAD'), 'utf8')),
    indexes: gitDirs.map(folder => readFileSync(join(folder, 'index'), 'base64')),
    files: [repo.repository, lane.worktreePath].filter(existsSync).flatMap(files),
    trees: repo.git('worktree', 'list'),
  };
}

describe('handing in', () => {
  it('puts the branch on top of its base', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    commitIn(lane, { 'new.txt': 'new\n' });
    const base = repo.commit('Meanwhile', { 'other.txt': 'other\n' });
    const done = await repo.ok(workerDone, { lane: 'login' });
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    expect(done).toMatchObject({ state: 'IN_REVIEW', status: 'review', conflicts: [], worker: { submitted: tip } });
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD^')).toBe(base);
  });

  it('leaves the branch as it is when it is told to', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    const tip = commitIn(lane, { 'new.txt': 'new\n' });
    repo.commit('Meanwhile', { 'other.txt': 'other\n' });
    const done = await repo.ok(workerDone, { lane: 'login', skipRebase: true });
    expect(done).toMatchObject({ state: 'IN_REVIEW', worker: { submitted: tip } });
  });

  it('starts the merge that conflicts where the branch contains merges, which a rebase would flatten', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    commitIn(lane, { 'README.md': 'mine\n' });
    repo.commit('Meanwhile', { 'other.txt': 'other\n' });
    repo.gitIn(lane, 'merge', '-q', '--no-edit', 'main');
    repo.commit('And more', { 'README.md': 'theirs\n' });
    expect(await repo.ok(workerDone, { lane: 'login', noFetch: true })).toMatchObject({
      state: 'CONFLICTED',
      status: 'active',
      conflicts: ['README.md'],
      merging: 'main',
      worker: { reason: 'Conflicts in README.md' },
    });
    expect(await repo.refused(workerDone, { lane: 'login' })).toMatchObject({
      message: `A merge is in progress in ${lane.worktreePath}.`,
    });
    writeFileSync(join(lane.worktreePath, 'README.md'), 'both\n');
    repo.gitIn(lane, 'commit', '-q', '--all', '--no-edit');
    const done = await repo.ok(workerDone, { lane: 'login', noFetch: true });
    expect(done).toMatchObject({ state: 'IN_REVIEW', conflicts: [] });
    expect(done).not.toHaveProperty('merging');
  });

  it('is refused for what would not merge', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    commitIn(lane, { 'README.md': 'mine\n' });
    repo.commit('Meanwhile', { 'README.md': 'theirs\n' });
    expect(await repo.refused(workerDone, { lane: 'login', skipRebase: true })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-1 (login) still conflicts with main in README.md.',
      hint: expect.stringContaining('`worker repair-merge login`'),
    });
  });

  it('hands a branch in anew that went on, and takes its approval back', async () => {
    const lane = await approved('login');
    const next = commitIn(lane, { 'more.txt': 'more\n' });
    expect(await repo.ok(workerDone, { lane: 'login' })).toMatchObject({
      state: 'IN_REVIEW',
      worker: { submitted: next, approvedBy: null },
    });
    const after = commitIn(lane, { 'again.txt': 'again\n' });
    expect(await repo.ok(workerDone, { lane: 'login' })).toMatchObject({
      state: 'IN_REVIEW',
      worker: { submitted: after },
    });
  });
});

describe('a review', () => {
  it('approves what was handed in, and merges it', async () => {
    const lane = await handedIn('login');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    expect(await repo.ok(workerApprove, { lane: 'login', commit: tip.slice(0, 8) }, person)).toMatchObject({
      state: 'APPROVED',
      status: 'review',
      worker: { approvedBy: 'Ada', submitted: tip },
    });
    const base = repo.git('rev-parse', 'main');
    const merged = await repo.ok(workerMerge, { lane: 'login' }, person);
    expect(merged).toMatchObject({ state: 'COMPLETED', status: 'merged', into: 'main', freed: [] });
    expect(merged.merged).toBe(repo.git('rev-parse', 'main'));
    expect(repo.git('log', '-1', '--format=%P|%s', 'main')).toBe(`${base} ${tip}|Merge feature/login`);
    expect(readFileSync(join(repo.repository, 'new.txt'), 'utf8')).toBe('new\n');
    expect(repo.git('status', '--porcelain')).toBe('');
    expect((await repo.eventTypes()).slice(-4)).toEqual([
      'worker_merged',
      'lane_status_changed',
      'work_item_resolved',
      'lane_closed',
    ]);
  });

  it('sends it back with what has to change', async () => {
    await handedIn('login');
    const message = 'The limit is per process';
    expect(await repo.ok(workerRequestChanges, { lane: 'login', message }, person)).toMatchObject({
      state: 'WORKING',
      status: 'active',
      worker: { reason: message },
    });
    expect(await repo.ok(workerDone, { lane: 'login' })).toMatchObject({
      state: 'IN_REVIEW',
      worker: { reason: null },
    });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    expect(await repo.ok(workerRequestChanges, { lane: 'login', message }, person)).toMatchObject({
      state: 'WORKING',
      worker: { approvedBy: null },
    });
    expect(await repo.refused(workerMerge, { lane: 'login' }, person)).toMatchObject({
      code: 'transition_not_allowed',
      message: 'login is working and cannot be merged.',
    });
    expect(await repo.refused(workerRequestChanges, { lane: 'login', message: 'Else' }, person)).toMatchObject({
      message: 'login is working and cannot be returned for changes.',
    });
  });

  it('is of the commit that was read', async () => {
    await handedIn('login');
    expect(await repo.refused(workerApprove, { lane: 'login', commit: 'abcdef0' }, person)).toMatchObject({
      code: 'stale',
      message: expect.stringMatching(/^L-1 \(login\) submitted [0-9a-f]{10}, not abcdef0\.$/),
    });
  });

  it('leaves an event when it is refused, once for each state', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    for (const _ of [1, 2]) await repo.refused(workerApprove, { lane: 'login' }, person);
    const commit = commitIn(lane, { 'new.txt': 'new\n' });
    await repo.ok(workerDone, { lane: 'login' });
    for (const _ of [1, 2]) await repo.refused(workerApprove, { lane: 'login', commit: 'abcdef0' }, person);
    await repo.ok(workerApprove, { lane: 'login' }, person);
    const { rows } = await repo.store.maintenance.query(
      "select actor, payload from events where type = 'approval_refused' order by id",
      10,
    );
    const login = { lane: 'L-1', name: 'login' };
    expect(rows.map(([actor, payload]) => [actor, JSON.parse(String(payload))])).toEqual([
      [
        person.name,
        {
          ...login,
          state: 'WORKING',
          commit: null,
          code: 'transition_not_allowed',
          why: 'login is working and cannot be approved.',
        },
      ],
      [
        person.name,
        {
          ...login,
          state: 'IN_REVIEW',
          commit,
          code: 'stale',
          why: `L-1 (login) submitted ${commit.slice(0, 10)}, not abcdef0.`,
        },
      ],
    ]);
  });

  it('lapses when the branch goes on', async () => {
    const lane = await handedIn('login');
    const first = repo.gitIn(lane, 'rev-parse', 'HEAD');
    const next = commitIn(lane, { 'late.txt': 'late\n' });
    const refusal = {
      code: 'stale',
      message: `L-1 (login) was submitted at ${first.slice(0, 10)}, but feature/login is now at ${next.slice(0, 10)}.`,
      next: [{ operation: 'worker.done', input: { lane: 'login' } }],
    };
    expect(await repo.refused(workerApprove, { lane: 'login' }, person)).toMatchObject(refusal);
    repo.gitIn(lane, 'reset', '-q', '--hard', first);
    await repo.ok(workerApprove, { lane: 'login' }, person);
    repo.gitIn(lane, 'reset', '-q', '--hard', next);
    const before = everything(lane);
    expect(await repo.call(workerMerge, { lane: 'login' }, person)).toMatchObject(refusal);
    expect(everything(lane)).toEqual(before);
    expect(await repo.ok(workerShow, { lane: 'login' })).toMatchObject({
      state: 'IN_REVIEW',
      worker: { approvedBy: null, submitted: first },
    });
    await repo.ok(workerDone, { lane: 'login' });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    expect(await repo.ok(workerMerge, { lane: 'login' }, person)).toMatchObject({ state: 'COMPLETED' });
  });
});

describe('every command twice', () => {
  it('has no second effect', async () => {
    const lane = await repo.spawn('login');
    const twice = async (...call: Parameters<LaneTestRepository['ok']>): Promise<void> => {
      const first = await repo.ok(...call);
      const [dump, rest] = [await repo.dump(), everything(lane)];
      repo.now += 1000;
      const second = await repo.ok(...call);
      expect(await repo.dump()).toBe(dump);
      expect(everything(lane)).toEqual(rest);
      expect(second).toMatchObject({ state: (first as Lane).state });
    };
    await twice(workerStart as never, { lane: 'login' });
    commitIn(lane, { 'new.txt': 'new\n' });
    await twice(workerDone as never, { lane: 'login' });
    await twice(workerRequestChanges as never, { lane: 'login', message: 'Shorter' }, person);
    await repo.ok(workerDone, { lane: 'login' });
    await twice(workerApprove as never, { lane: 'login' }, person);
    await twice(workerMerge as never, { lane: 'login' }, person);
    await repo.spawn('other');
    await twice(workerFail as never, { lane: 'other', reason: 'No access' });
  });
});

describe('a merge that cannot be', () => {
  /** Sees that a merge is refused with this, and that neither git nor the store is any different. */
  async function refusedUnchanged(lane: Lane, expected: object, input: object = {}): Promise<void> {
    const before = everything(lane);
    expect(await repo.refused(workerMerge, { lane: lane.lane, ...input }, person)).toMatchObject(expected);
    expect(everything(lane)).toEqual(before);
    expect(await repo.ok(workerShow, { lane: lane.lane })).toMatchObject({ state: 'APPROVED', status: 'review' });
  }

  it.each(['merge', 'squash', 'rebase'] as const)('conflicts, by %s', async way => {
    const lane = await approved('login', { 'README.md': 'mine\n' });
    repo.commit('Meanwhile', { 'README.md': 'theirs\n' });
    await refusedUnchanged(
      lane,
      {
        code: 'conflict',
        message: 'L-1 (login) conflicts with main in README.md.',
        next: [{ operation: 'worker.repairMerge', input: { lane: 'login' } }],
        details: { paths: ['README.md'] },
      },
      { way },
    );
  });

  it('finds the base’s worktree changed', async () => {
    const lane = await approved('login', { 'README.md': 'mine\n' });
    repo.write('README.md', 'not committed\n');
    await refusedUnchanged(lane, {
      code: 'conflict',
      message: expect.stringMatching(
        /^L-1 \(login\) was not merged: error: Your local changes .* would be overwritten/,
      ),
      hint: `main is checked out in ${repo.repository}. Fix what git reports there, then merge again.`,
    });
  });

  it('finds the base’s worktree locked', async () => {
    const lane = await approved('login');
    const lock = join(repo.repository, '.git', 'index.lock');
    writeFileSync(lock, '');
    await refusedUnchanged(lane, {
      code: 'conflict',
      message: expect.stringMatching(/^L-1 \(login\) was not merged: .*index\.lock/),
    });
    rmSync(lock);
    expect(await repo.ok(workerMerge, { lane: 'login' }, person)).toMatchObject({ state: 'COMPLETED' });
  });

  it('finds its own worktree locked, which is no hindrance', async () => {
    const lane = await approved('login');
    repo.git('worktree', 'lock', '--reason', 'mine', lane.worktreePath);
    expect(await repo.ok(workerMerge, { lane: 'login' }, person)).toMatchObject({ state: 'COMPLETED' });
  });

  it('misses the branch', async () => {
    const lane = await approved('login');
    repo.gitIn(lane, 'checkout', '-q', '--detach');
    repo.git('branch', '-q', '-D', 'feature/login');
    await refusedUnchanged(lane, {
      code: 'not_found',
      message: expect.stringMatching(
        /^The branch feature\/login of L-1 \(login\) no longer exists; its worktree .* has no branch \(detached at \w+\)\.$/,
      ),
    });
  });

  it('misses the branch that it would go into', async () => {
    const lane = await approved('login');
    repo.commit('Integrate', { '.stateroom/config.json': '{"lane":{"integration":"integration"}}' });
    await refusedUnchanged(lane, {
      code: 'not_found',
      message: 'Cannot merge L-1 (login): branch integration not found.',
    });
    repo.git('branch', 'integration');
    const main = repo.git('rev-parse', 'main');
    expect(await repo.ok(workerMerge, { lane: 'login' }, person)).toMatchObject({ into: 'integration' });
    expect(repo.git('rev-parse', 'main')).toBe(main);
    expect(repo.git('show', 'integration:new.txt')).toBe('new');
  });

  it('sees the base move meanwhile', async () => {
    // A rebase checks files out: that is when someone else is quicker here.
    const lane = await approved('login');
    const flag = join(repo.directory, 'armed');
    const script = join(repo.directory, 'move.sh');
    writeFileSync(
      script,
      `cat\n[ -e '${flag}' ] || exit 0\nrm '${flag}'\nunset GIT_INDEX_FILE GIT_DIR GIT_WORK_TREE\ncd '${repo.repository}'\n` +
        'git update-ref refs/heads/main "$(git commit-tree -p main -m Meanwhile main^{tree})"\n',
    );
    repo.git('config', 'filter.move.smudge', `sh '${script}'`);
    writeFileSync(join(repo.repository, '.git', 'info', 'attributes'), 'new.txt filter=move\n');
    repo.commit('Ahead', { 'other.txt': 'other\n' });
    writeFileSync(flag, '');
    const unmoved = (): unknown => ({ ...(everything(lane) as object), refs: '', trees: '' });
    const before = unmoved();
    expect(await repo.refused(workerMerge, { lane: 'login', way: 'rebase' }, person)).toMatchObject({
      code: 'stale',
      message: 'main moved during the merge, so L-1 (login) was not merged.',
      hint: 'Merge again.',
    });
    expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('Meanwhile');
    expect(unmoved()).toEqual(before);
    expect(await repo.ok(workerMerge, { lane: 'login', way: 'rebase' }, person)).toMatchObject({ state: 'COMPLETED' });
  });

  it('was done by a process that could not tell of it', async () => {
    for (const way of ['merge', 'squash', 'rebase'] as const) {
      const lane = await approved(way, { [`${way}.txt`]: 'new\n' });
      repo.commit('Ahead', { [`ahead-of-${way}.txt`]: 'x\n' });
      const context = repo.context(person);
      const { store } = context;
      const dying = { ...store, read: store.read.bind(store), transaction: () => Promise.reject(new Error('killed')) };
      await expect(invoke(workerMerge, { ...context, store: dying as never }, { lane: way, way })).rejects.toThrow();
      const main = repo.git('rev-parse', 'main');
      expect(repo.git('show', `main:${way}.txt`)).toBe('new');
      const before = everything(lane);
      expect(await repo.ok(workerMerge, { lane: way, way, leaveTree: true }, person)).toMatchObject({
        state: 'COMPLETED',
        merged: main,
      });
      expect(everything(lane)).toEqual(before);
      expect(await repo.ok(workerMerge, { lane: way, way }, person)).toMatchObject({
        worktree: 'removed',
        rescue: null,
      });
    }
  });
});

describe('repairing a merge', () => {
  it('begins it in the lane, names the files, and lets it be handed in once they are solved', async () => {
    const lane = await approved('login', { 'README.md': 'mine\n' });
    repo.commit('Meanwhile', { 'README.md': 'theirs\n' });
    const repair = await repo.ok(workerRepairMerge, { lane: 'login' }, person);
    expect(repair).toMatchObject({
      state: 'CONFLICTED',
      status: 'active',
      into: 'main',
      conflicts: ['README.md'],
      worker: { reason: 'Conflicts with main in README.md', approvedBy: null },
    });
    expect(readFileSync(join(lane.worktreePath, 'README.md'), 'utf8')).toMatch(
      /^<<<<<<< HEAD\nmine\n=======\ntheirs\n/,
    );
    expect(await repo.ok(messageList, { as: 'login' })).toMatchObject({
      messages: [
        {
          from: 'Ada',
          to: 'login',
          kind: 'brief',
          brief: {
            reason: 'feature/login cannot be merged into main: the merge is in progress in your worktree.',
            artifacts: ['README.md'],
          },
        },
      ],
    });
    const before = await repo.dump();
    expect(await repo.ok(workerRepairMerge, { lane: 'login' })).toMatchObject({ conflicts: ['README.md'] });
    expect(await repo.dump()).toBe(before);
    expect(await repo.refused(workerDone, { lane: 'login' })).toMatchObject({
      message: `A merge is in progress in ${lane.worktreePath}.`,
    });
    repo.gitIn(lane, 'merge', '--abort');
    expect(await repo.refused(workerDone, { lane: 'login', skipRebase: true })).toMatchObject({
      message: 'L-1 (login) still conflicts with main in README.md.',
    });
    await repo.ok(workerRepairMerge, { lane: 'login' });
    writeFileSync(join(lane.worktreePath, 'README.md'), 'both\n');
    repo.gitIn(lane, 'commit', '-q', '--all', '--no-edit');
    expect(await repo.ok(workerDone, { lane: 'login' })).toMatchObject({ state: 'IN_REVIEW', conflicts: [] });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    await repo.ok(workerMerge, { lane: 'login' }, person);
    expect(readFileSync(join(repo.repository, 'README.md'), 'utf8')).toBe('both\n');
  });

  it('changes nothing where nothing conflicts', async () => {
    const lane = await approved('login');
    repo.commit('Meanwhile', { 'README.md': 'theirs\n' });
    const [dump, rest] = [await repo.dump(), everything(lane)];
    expect(await repo.ok(workerRepairMerge, { lane: 'login' }, person)).toMatchObject({
      state: 'APPROVED',
      conflicts: [],
    });
    expect(await repo.dump()).toBe(dump);
    expect(everything(lane)).toEqual(rest);
  });

  it('is taken back when it cannot be told of', async () => {
    const lane = await approved('login', { 'README.md': 'mine\n' });
    repo.commit('Meanwhile', { 'README.md': 'theirs\n' });
    const content = (): unknown => ({
      ...(everything(lane) as object),
      // The index knows times of files that were written again.
      indexes: repo.gitIn(lane, 'ls-files', '--stage'),
      status: repo.gitIn(lane, 'status', '--porcelain'),
    });
    const before = content();
    const context = repo.context(person);
    const { store } = context;
    const dying = { ...store, read: store.read.bind(store), transaction: () => Promise.reject(new Error('full')) };
    await expect(invoke(workerRepairMerge, { ...context, store: dying as never }, { lane: 'login' })).rejects.toThrow(
      'full',
    );
    expect(content()).toEqual(before);
  });
});
