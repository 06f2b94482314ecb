import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, makeDirectory, makeRepository, run, writeIn } from './cliRig.js';
import { laneTraces, makeLaneRepository, spawnLane } from './laneRig.js';

const actor = 'ada';
/** A user who is not root. */
const other = 65_534;
const isRoot = process.getuid?.() === 0;

const clean = { branches: ['main'], records: [], folders: [], intentLogs: [] };

/** Refused with exit code, sentence and next step, by a person's eye. */
async function refused(cwd: string, words: readonly string[], uid?: number) {
  const { code, stderr, stdout } = await run(words, { cwd, actor, ...(uid === undefined ? {} : { uid }) });
  expect(stdout).toBe('');
  const [message, hint, end, ...more] = stderr.split('\n');
  expect([end, more]).toEqual(['', []]);
  return [code, message?.replace(/^stateroom: /, ''), hint?.replace(/^ {2}/, '')];
}

/** Agents may cancel and restore. */
function letAgentsReview(repository: string): void {
  writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Allow');
  git(repository, 'push', '-q', 'origin', 'main');
}

describe('a lane is refused, and nothing is left of it, where', () => {
  it('its name is none', async () => {
    const repository = makeLaneRepository();
    const grammar = 'it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores';
    expect([
      await refused(repository, ['worker', 'spawn', '..']),
      await refused(repository, ['worker', 'spawn', '--', '-rf']),
    ]).toEqual([
      [2, `Invalid lane name “..”: ${grammar}.`, 'Use words such as login-form, or a task or work item such as W-12.'],
      [2, `Invalid lane name “-rf”: ${grammar}.`, 'Use, for example, rf.'],
    ]);
    expect(laneTraces(repository)).toEqual(clean);
  });

  it('the disk would take its branch, its base or its folder for one of another case', async () => {
    const repository = makeLaneRepository();
    git(repository, 'branch', 'feature/Login');
    git(repository, 'branch', 'Team/cart');
    mkdirSync(`${repository}.worktrees/MAIL`, { recursive: true });
    // What git notes where it finds such a disk.
    git(repository, 'config', 'core.ignoreCase', 'true');
    const before = laneTraces(repository);
    const noFetch = '--no-fetch';
    expect([
      await refused(repository, ['worker', 'spawn', 'login', noFetch]),
      await refused(repository, ['worker', 'spawn', 'page', '--from', 'MAIN', noFetch]),
      await refused(repository, ['worker', 'spawn', 'page', '--from', 'team/cart', noFetch]),
      await refused(repository, ['worker', 'spawn', 'mail', noFetch]),
    ]).toEqual([
      [
        1,
        'Branch feature/Login exists, and this disk does not distinguish it from feature/login.',
        'Use another name.',
      ],
      [
        1,
        'Branch MAIN not found. Branch main exists, and this disk does not distinguish the two names.',
        'Use the exact spelling, main (--from).',
      ],
      [
        1,
        'Branch team/cart not found. Branch Team/cart exists, and this disk does not distinguish the two names.',
        'Use the exact spelling, Team/cart (--from).',
      ],
      [
        1,
        `${repository}.worktrees/MAIL already exists.`,
        'Move the folder away, use another name, or, if it is a worktree, adopt it (`lane adopt`).',
      ],
    ]);
    expect(laneTraces(repository)).toEqual(before);
    await spawnLane(repository, 'page', ['--from', 'Team/cart', noFetch]);
    git(repository, 'config', 'core.ignoreCase', 'false');
    await spawnLane(repository, 'login', [noFetch]);
  });

  it('there is no commit, no such base, or no worktree', async () => {
    const empty = makeDirectory();
    git(empty, 'init', '-q', '-b', 'main');
    const noCommit = 'The repository has no commits yet, so a lane has nothing to start from.';
    expect([
      await refused(empty, ['worker', 'spawn', 'login']),
      await refused(empty, ['worker', 'spawn', 'login', '--from', 'main']),
    ]).toEqual([
      [3, noCommit, 'Create the first commit and try again.'],
      [1, 'Branch main not found, locally or on the remote.', 'Name an existing branch (--from).'],
    ]);
    expect(laneTraces(empty)).toEqual({ ...clean, branches: [''] });
    const repository = makeLaneRepository();
    git(repository, 'tag', 'v1');
    expect(await refused(repository, ['worker', 'spawn', 'login', '--from', 'v1'])).toEqual([
      1,
      'Branch v1 not found, locally or on the remote.',
      'Name an existing branch (--from).',
    ]);
    expect(laneTraces(repository)).toEqual(clean);
    const bare = join(makeDirectory(), 'bare.git');
    git(repository, 'clone', '-q', '--bare', '.', bare);
    expect(await refused(bare, ['worker', 'spawn', 'login'])).toEqual([
      2,
      'No repository here. Lanes are worktrees of a repository.',
      'Run this from a worktree of the repository. A bare repository has no worktree to create lanes next to.',
    ]);
    expect(git(bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\nrefs/tags/v1\n');
    expect(existsSync(`${bare}.worktrees`)).toBe(false);
  });

  it('a path leads out of the repository', async () => {
    const repository = makeLaneRepository();
    const stranger = makeRepository();
    const outside = (path: string) => [
      1,
      `${path} is not a worktree of this repository.`,
      'Use the root folder of a worktree listed by `git worktree list`.',
    ];
    expect(await refused(repository, ['lane', 'adopt', '/'])).toEqual(outside('/'));
    expect(await refused(repository, ['lane', 'adopt', stranger])).toEqual(outside(stranger));
    expect(await refused(repository, ['lane', 'adopt', '../nowhere'])).toEqual(
      outside(join(repository, '..', 'nowhere')),
    );
    const owns = await run(['worker', 'spawn', 'login', '--owns', '../other/**'], { cwd: repository, actor });
    expect([owns.code, owns.stderr]).toEqual([
      2,
      'stateroom: Invalid input: owns[0]: it must be relative to the repository root, such as src/login/**, without a leading / and without . or ...\n',
    ]);
    expect(laneTraces(repository)).toEqual(clean);
    expect(git(stranger, 'status', '--porcelain')).toBe('');
  });

  it.skipIf(!isRoot)('its folder may not be written, and stays whole where it may not be removed', async () => {
    const repository = makeLaneRepository();
    letAgentsReview(repository);
    execFileSync('chown', ['-R', `${other}:${other}`, repository]);
    chmodSync(join(repository, '..'), 0o755);
    const folder = `${repository}.worktrees`;
    expect(await refused(repository, ['worker', 'spawn', 'login', '--no-fetch'], other)).toEqual([
      1,
      `No worktree can be created in ${folder} (EACCES).`,
      'Set another folder for worktrees (STATEROOM_LANES_FOLDER; in VS Code the setting stateroom.lanes.folder), or create a worktree in a folder you can write to and take it over (`lane adopt`).',
    ]);
    expect(laneTraces(repository)).toEqual(clean);

    mkdirSync(folder);
    chownSync(folder, other, other);
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch'], { actor, uid: other });
    writeIn(worktreePath, 'closed/new.txt', 'new\n');
    execFileSync('chown', ['-R', `${other}:${other}`, join(worktreePath, 'closed')]);
    chmodSync(join(worktreePath, 'closed'), 0o555);
    chownSync(folder, 0, 0);
    const before = [laneTraces(repository), git(worktreePath, 'status', '--porcelain')];
    expect(await refused(repository, ['worker', 'cancel', 'login'], other)).toEqual([
      1,
      `L-1 (login) stays open: its worktree cannot be removed from ${folder}, which is not writable.`,
      'Make that folder writable and close the lane again, or keep the worktree (--leave-tree).',
    ]);
    expect([laneTraces(repository), git(worktreePath, 'status', '--porcelain')]).toEqual(before);
    chownSync(folder, other, other);
    const asOther = { cwd: repository, actor, uid: other };
    expect(await answer(['worker', 'cancel', 'login'], asOther)).toMatchObject({ worktree: 'removed' });
    expect(laneTraces(repository)).toMatchObject({ records: [], folders: [], intentLogs: [] });
    await answer(['worker', 'restore', 'login'], asOther);
    expect(readFileSync(join(worktreePath, 'closed', 'new.txt'), 'utf8')).toBe('new\n');
    expect(statSync(join(worktreePath, 'closed')).mode & 0o777).toBe(0o555);
  });
});

describe('a lane goes its way', () => {
  it('from a detached HEAD, and from whatever the remote calls its default', async () => {
    const repository = makeLaneRepository();
    git(repository, 'switch', '-q', '--detach');
    const detached = await spawnLane(repository, 'login');
    expect(git(detached.worktreePath, 'branch', '--show-current')).toBe('feature/login\n');
    const remote = join(repository, '..', 'remote.git');
    git(remote, 'branch', '-m', 'main', 'trunk');
    const clone = join(makeDirectory(), 'clone');
    git(remote, 'clone', '-q', remote, clone);
    await spawnLane(clone, 'login');
    expect(await answer(['lane', 'show', 'login'], { cwd: clone })).toMatchObject({ base: 'trunk' });
  });

  it('in a shallow clone, until it is cancelled, restored and merged', async () => {
    const origin = makeLaneRepository();
    letAgentsReview(origin);
    git(origin, 'push', '-q', 'origin', 'main');
    const shallow = join(makeDirectory(), 'shallow');
    git(origin, 'clone', '-q', '--depth', '1', `file://${join(origin, '..', 'remote.git')}`, shallow);
    git(shallow, 'config', 'user.name', 'Ann');
    git(shallow, 'config', 'user.email', 'ann@example.com');
    const { worktreePath: cwd } = await spawnLane(shallow, 'login');
    // Another name alone does not make it another agent.
    const bob = { cwd, actor: 'bob', env: { CODEX_THREAD_ID: 'bob-1' } };
    const ada = { cwd: shallow, actor, env: { CODEX_THREAD_ID: 'ada-1' } };
    await answer(['worker', 'start'], bob);
    writeIn(cwd, 'new.txt', 'new\n');
    git(cwd, 'add', '.');
    const status = git(cwd, 'status', '--porcelain=v2', '--branch');
    await answer(['worker', 'cancel', 'login'], ada);
    await answer(['worker', 'restore', 'login'], ada);
    expect(git(cwd, 'status', '--porcelain=v2', '--branch')).toBe(status);
    git(cwd, 'commit', '-q', '-m', 'New');
    await answer(['worker', 'start'], bob);
    await answer(['worker', 'done'], bob);
    await answer(['worker', 'approve', 'login'], ada);
    await answer(['worker', 'merge', 'login'], ada);
    expect(git(shallow, 'show', 'main:new.txt')).toBe('new\n');
    expect(git(shallow, 'rev-list', '--count', 'main')).toBe('3\n');
  });

  it('from a worktree of a bare repository, and stands beside that', async () => {
    const repository = makeLaneRepository();
    letAgentsReview(repository);
    const home = makeDirectory();
    const bare = join(home, 'bare.git');
    git(repository, 'clone', '-q', '--bare', '.', bare);
    git(bare, 'worktree', 'add', '-q', join(home, 'main'), 'main');
    const lane = await spawnLane(join(home, 'main'), 'login', ['--no-fetch']);
    expect(lane.worktreePath).toBe(join(home, 'bare.git.worktrees', 'login'));
    writeIn(lane.worktreePath, 'new.txt', 'new\n');
    const options = { cwd: join(home, 'main'), actor };
    expect(await answer(['worker', 'cancel', 'login'], options)).toMatchObject({ worktree: 'removed' });
    expect(existsSync(lane.worktreePath)).toBe(false);
    await answer(['worker', 'restore', 'login'], options);
    expect(readFileSync(join(lane.worktreePath, 'new.txt'), 'utf8')).toBe('new\n');
    rmSync(lane.worktreePath, { recursive: true });
    expect(await answer(['lane', 'repair'], options)).toMatchObject({ repaired: [{ lane: 'login', how: 'index' }] });
  });
});
