import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, makeDirectory, run, writeIn } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

const actor = 'ada';

describe('a lane from the command line', () => {
  it('is spawned, started in its worktree, worked in and handed in', async () => {
    const repository = makeLaneRepository();
    const lane = await spawnLane(repository, 'login', ['--description', 'Limit logins', '--owns', 'src/**']);
    expect(lane).toMatchObject({
      lane: 'login',
      branch: 'feature/login',
      worktreePath: `${repository}.worktrees/login`,
      state: 'ASSIGNED',
    });
    const cwd = lane.worktreePath;
    expect(readFileSync(join(cwd, '.env.stateroom'), 'utf8')).toContain(`PORT=${lane.port}\n`);
    expect(await answer(['worker', 'start'], { cwd, actor })).toMatchObject({ lane: 'login', state: 'WORKING' });
    writeIn(cwd, 'src/login.ts', 'export {};\n');
    const early = await run(['worker', 'done'], { cwd, actor });
    expect(early.code).toBe(3);
    expect(early.stderr).toBe(
      'stateroom: L-1 (login) has uncommitted changes: src/login.ts.\n' +
        '  Commit them, or ignore what a command wrote, then run `worker done` again.\n',
    );
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-q', '-m', 'Limit');
    expect(git(cwd, 'show', '--stat', '--format=', 'HEAD')).toBe(
      ' src/login.ts | 1 +\n 1 file changed, 1 insertion(+)\n',
    );
    const done = await answer(['worker', 'done'], { cwd, actor });
    const tip = git(cwd, 'rev-parse', 'HEAD').trim();
    expect(done).toMatchObject({ state: 'IN_REVIEW', status: 'review', worker: { submitted: tip }, conflicts: [] });
    expect(await answer(['worker', 'done'], { cwd, actor })).toMatchObject({ state: 'IN_REVIEW' });
    expect(await answer(['worker', 'show', 'login'], { cwd: repository })).toMatchObject({ state: 'IN_REVIEW' });
    const { events } = (await answer(['events', 'tail'], { cwd: repository })) as { events: { type: string }[] };
    expect(events.map(({ type }) => type).reverse()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'lane_opened',
      'worker_assigned',
      'worker_started',
      'worker_submitted',
      'lane_status_changed',
    ]);
  });

  it('is rebased onto its base when it is handed in, and conflicted when that does not go', async () => {
    const repository = makeLaneRepository();
    const { worktreePath: cwd } = await spawnLane(repository, 'login');
    await answer(['worker', 'start'], { cwd, actor });
    writeIn(repository, 'shared.txt', 'theirs\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Theirs');
    writeIn(cwd, 'shared.txt', 'ours\n');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-q', '-m', 'Ours');
    const done = await run(['worker', 'done', '--json'], { cwd, actor });
    expect(done.code).toBe(3);
    expect(JSON.parse(done.stdout)).toMatchObject({
      ok: true,
      data: {
        state: 'CONFLICTED',
        status: 'active',
        conflicts: ['shared.txt'],
        worker: { reason: 'Conflicts in shared.txt' },
      },
    });
    expect(await run(['worker', 'done'], { cwd, actor })).toMatchObject({
      code: 3,
      stderr: `stateroom: A rebase is in progress in ${cwd}.\n  Finish it, then run \`worker done\` again.\n`,
    });
    writeIn(cwd, 'shared.txt', 'both\n');
    git(cwd, 'add', '.');
    git(cwd, '-c', 'core.editor=true', 'rebase', '--continue');
    expect(await answer(['worker', 'done'], { cwd, actor })).toMatchObject({ state: 'IN_REVIEW', conflicts: [] });
    expect(git(cwd, 'log', '--format=%s', '-3')).toBe('Ours\nTheirs\nBegin\n');
  });

  it('is not taken for another one by a context file that is a link or belongs elsewhere', async () => {
    const repository = makeLaneRepository();
    const { worktreePath: one } = await spawnLane(repository, 'one');
    const { worktreePath: two } = await spawnLane(repository, 'two');
    const context = join(two, '.worker-ctx.json');
    rmSync(context);
    symlinkSync(join(one, '.worker-ctx.json'), context);
    expect(await run(['worker', 'start'], { cwd: two, actor })).toMatchObject({
      code: 1,
      stderr:
        `stateroom: .worker-ctx.json in ${two} is a link, not a file, and is not followed.\n` +
        '  Specify the lane, or run this from its worktree.\n',
    });
    rmSync(context);
    writeIn(two, '.worker-ctx.json', readFileSync(join(one, '.worker-ctx.json'), 'utf8'));
    expect(await run(['worker', 'start'], { cwd: two, actor })).toMatchObject({
      code: 1,
      stderr:
        `stateroom: .worker-ctx.json names ${two} as lane one, but that lane is elsewhere.\n` +
        '  Specify the lane, or run this from its worktree.\n',
    });
  });

  it('says where it cannot be', async () => {
    const store = join(makeDirectory(), 'store');
    const outside = await run(['worker', 'spawn', 'login', '--store', store], { cwd: makeDirectory(), actor });
    expect(outside).toMatchObject({
      code: 2,
      stderr:
        'stateroom: No repository here. Lanes are worktrees of a repository.\n' +
        '  Run this from a worktree of the repository. A bare repository has no worktree to create lanes next to.\n',
    });
    const empty = makeDirectory();
    git(empty, 'init', '-q', '-b', 'trunk');
    expect(await run(['worker', 'spawn', 'login'], { cwd: empty, actor })).toMatchObject({
      code: 3,
      stderr:
        'stateroom: The repository has no commits yet, so a lane has nothing to start from.\n' +
        '  Create the first commit and try again.\n',
    });
    expect(existsSync(`${empty}.worktrees`)).toBe(false);
  });

  it('that lost its worktree has it again, with what was staged', async () => {
    const repository = makeLaneRepository();
    const { worktreePath } = await spawnLane(repository, 'login');
    writeIn(worktreePath, 'staged.txt', 'staged\n');
    git(worktreePath, 'add', '.');
    const before = git(worktreePath, 'status', '--porcelain=v2', '--branch');
    rmSync(worktreePath, { recursive: true });
    expect(await answer(['lane', 'repair'], { cwd: repository, actor })).toEqual({
      settled: [],
      merged: [],
      repaired: [{ lane: 'login', worktreePath, how: 'index' }],
      missing: [],
      ignored: [],
    });
    expect(git(worktreePath, 'status', '--porcelain=v2', '--branch')).toBe(before);
    expect(await answer(['lane', 'show'], { cwd: worktreePath })).toMatchObject({ lane: 'login' });
    rmSync(worktreePath, { recursive: true });
    git(repository, 'worktree', 'prune');
    git(repository, 'branch', '-D', 'feature/login');
    const { code, stdout } = await run(['lane', 'repair', '--json'], { cwd: repository, actor });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).data).toMatchObject({
      missing: [{ lane: 'login', worktreePath, why: 'its branch feature/login no longer exists either' }],
    });
  });

  it('is found again where the repository was moved with it, and nothing is made in its old place', async () => {
    const repository = makeLaneRepository();
    const { worktreePath } = await spawnLane(repository, 'login');
    writeIn(worktreePath, 'new.txt', 'new\n');
    writeIn(worktreePath, 'staged.txt', 'staged\n');
    git(worktreePath, 'add', 'staged.txt');
    const before = git(worktreePath, 'status', '--porcelain=v2', '--branch');
    const home = makeDirectory();
    const moved = join(home, 'repository');
    renameSync(repository, moved);
    renameSync(`${repository}.worktrees`, `${moved}.worktrees`);
    const found = join(`${moved}.worktrees`, 'login');
    expect(await answer(['lane', 'repair'], { cwd: moved, actor })).toEqual({
      settled: [],
      merged: [],
      repaired: [{ lane: 'login', worktreePath: found, how: 'moved' }],
      missing: [],
      ignored: [],
    });
    expect(git(found, 'status', '--porcelain=v2', '--branch')).toBe(before);
    expect(existsSync(worktreePath)).toBe(false);
    expect(await answer(['lane', 'show'], { cwd: found })).toMatchObject({ lane: 'login', worktreePath: found });
  });
});
