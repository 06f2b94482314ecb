import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { listenOn } from '../../../test/support/listenOn.js';
import { at, laneOf, nothingOf } from '../../../test/support/openLaneTraces.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { laneList } from './laneList.js';
import { workerSpawn } from './worker/workerSpawn.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('opening a lane', () => {
  it('makes a branch, a worktree, our files in it and the lane with its worker', async () => {
    const lane = await repo.spawn('login', { description: 'Limit logins', owns: ['src/login/**'] });
    const directory = `${repo.repository}.worktrees/login`;
    expect(lane).toMatchObject({
      ref: 'L-1',
      lane: 'login',
      description: 'Limit logins',
      status: 'active',
      branch: 'feature/login',
      base: 'main',
      worktreePath: directory,
      ownedPaths: ['src/login/**'],
      state: 'ASSIGNED',
      port: expect.any(Number),
    });
    expect(repo.traces()).toEqual(laneOf(repo));
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toBe('one\ntwo\nthree\n');
    expect(JSON.parse(readFileSync(join(directory, '.worker-ctx.json'), 'utf8'))).toEqual({
      taskId: 'login',
      branch: 'feature/login',
      worktree: directory,
      createdAt: repo.now,
      description: 'Limit logins',
      ownedPaths: ['src/login/**'],
      next: 'Call load_session, or run stateroom context.',
    });
    const port = Number(lane.port);
    expect(readFileSync(join(directory, '.env.stateroom'), 'utf8')).toBe(
      [
        'STATEROOM_LANE=login',
        'STATEROOM_BRANCH=feature/login',
        `STATEROOM_WORKTREE=${directory}`,
        `PORT=${port}`,
        `STATEROOM_PORTS=${port}-${port + 9}`,
        "STATEROOM_OWNED_PATHS='src/login/**'",
        '',
      ].join('\n'),
    );
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('');
    expect(await repo.eventTypes()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'lane_opened',
      'worker_assigned',
    ]);
  });

  it('starts from what the remote has by now, and leaves the own branch alone', async () => {
    const elsewhere = join(repo.directory, 'elsewhere');
    repo.git('clone', '-q', repo.remote, elsewhere);
    repo.git('-C', elsewhere, 'commit', '-q', '--allow-empty', '-m', 'Meanwhile');
    repo.git('-C', elsewhere, 'push', '-q');
    const here = repo.git('rev-parse', 'main');
    const newest = repo.git('-C', elsewhere, 'rev-parse', 'HEAD');
    expect(repo.gitIn(await repo.spawn('first', { noFetch: true }), 'rev-parse', 'HEAD')).toBe(here);
    expect(repo.gitIn(await repo.spawn('second'), 'rev-parse', 'HEAD')).toBe(newest);
    expect(repo.git('rev-parse', 'main')).toBe(here);
  });

  it('answers with the lane that is there when it is asked for again', async () => {
    const lane = await repo.spawn('login');
    const before = await repo.dump();
    expect(await repo.ok(workerSpawn, { lane: 'login' })).toEqual({ ...lane, made: false });
    expect(await repo.dump()).toBe(before);
  });

  it('is made once when several ask for it at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => repo.call(workerSpawn, { lane: 'login' })));
    expect(answers.filter(answer => !isRefusal(answer) && answer.made)).toMatchObject([{ lane: 'login' }]);
    expect(repo.traces()).toEqual(laneOf(repo));
    expect((await repo.ok(laneList, {})).lanes).toHaveLength(1);
  });

  it('takes names and branches from work items and tasks', async () => {
    await repo.add('Limit the rate of logins', { id: 'rate-limit' });
    await repo.add('Fix the footer');
    await repo.task('retry-1', { branch: 'feature/retry-1-on-503' });
    expect(await repo.spawn('W-1')).toMatchObject({
      lane: 'rate-limit',
      branch: 'feature/rate-limit',
      workItem: 'W-1',
      description: 'Limit the rate of logins',
    });
    expect(await repo.spawn('W-2')).toMatchObject({ lane: 'w2-fix-the-footer', workItem: 'W-2' });
    expect(await repo.spawn('T-1')).toMatchObject({
      lane: 'retry-1',
      branch: 'feature/retry-1-on-503',
      task: 'T-1',
      adopted: false,
    });
    expect(await repo.ok(workerSpawn, { lane: 'W-2' })).toMatchObject({ lane: 'w2-fix-the-footer', made: false });
  });

  it('uses the worktree that a task has, and takes its files back alone when it fails', async () => {
    const directory = join(repo.directory, 'retry');
    repo.git('worktree', 'add', '-q', '-b', 'feature/retry-1', directory);
    await repo.task('retry-1', { branch: 'feature/retry-1', worktree_path: directory });
    at(repo, 'trees.writeFiles', 2, 'after', () => {
      throw new Error('no space left on device');
    });
    await repo.refused(workerSpawn, { lane: 'retry-1' });
    expect(existsSync(join(directory, '.worker-ctx.json'))).toBe(false);
    expect(existsSync(join(directory, '.env.stateroom'))).toBe(false);
    expect(existsSync(join(directory, 'README.md'))).toBe(true);
    repo.interfere = () => undefined;
    expect(await repo.spawn('retry-1')).toMatchObject({ worktreePath: directory, adopted: true });
  });

  it('leases a block of ports that nothing listens on', async () => {
    const first = Number((await repo.spawn('one')).port);
    const server = await listenOn(first + 15);
    try {
      expect(await repo.spawn('two')).toMatchObject({ port: first + 20 });
    } finally {
      await new Promise(done => server.close(done));
    }
    expect(await repo.spawn('three')).toMatchObject({ port: first + 10 });
  });

  it('waits for others where it is told to', async () => {
    await repo.spawn('login', { owns: ['src/login/**'] });
    const refusal = await repo.refused(workerSpawn, { lane: 'page', owns: ['src/**'] });
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: 'L-1 (login) owns paths that may overlap with src/**.',
      hint: 'Choose other paths, or open this one after that lane (--after login).',
    });
    expect(await repo.spawn('page', { owns: ['src/**'], after: ['login'] })).toMatchObject({
      status: 'planned',
      after: ['login'],
    });
  });

  it.each([
    ['../out', 'Use, for example, out.'],
    ['two words', 'Use, for example, two-words.'],
    ['-rf', 'Use, for example, rf.'],
    ['x'.repeat(300), `Use, for example, ${'x'.repeat(60)}.`],
    ['Login', 'Use, for example, login.'],
  ])('refuses the name %j and offers another', async (lane, hint) => {
    expect(await repo.refused(workerSpawn, { lane })).toMatchObject({ code: 'invalid_input', hint });
    expect(repo.traces()).toEqual(nothingOf(repo));
  });

  it.each(['./lib', '/abs', '../x', 'src/../lib', 'C:/src', '/', '.'])(
    'refuses to own %s, which no path matches',
    async pattern => {
      expect(await repo.refused(workerSpawn, { lane: 'login', owns: [pattern] })).toMatchObject({
        code: 'invalid_input',
        details: {
          issues: [
            {
              field: 'owns.0',
              problem:
                'it must be relative to the repository root, such as src/login/**, without a leading / and without . or ..',
            },
          ],
        },
      });
      expect(repo.traces()).toEqual(nothingOf(repo));
    },
  );

  it.each([
    ['there is no such base', { from: 'nowhere' }, 'not_found', 'Branch nowhere not found, locally or on the remote.'],
    [
      'the base is an expression for a commit',
      { from: 'main^{commit}' },
      'invalid_input',
      'main^{commit} is not a branch name, so a lane created from it could not be merged.',
    ],
    ['there is such a branch', {}, 'conflict', 'Branch feature/login already exists.'],
  ])('refuses when %s', async (_what, more, code, message) => {
    if (message.endsWith('already exists.')) repo.git('branch', 'feature/login');
    const before = repo.traces();
    expect(await repo.refused(workerSpawn, { lane: 'login', ...more })).toMatchObject({ code, message });
    expect([repo.traces(), existsSync(join(repo.directory, 'store', 'journeys'))]).toEqual([before, false]);
  });

  it('writes nothing through an exclude file that is a link out of the git directory', async () => {
    const named = join(repo.repository, '.git', 'info', 'exclude');
    const file = join(repo.directory, 'exclude');
    writeFileSync(file, 'mine.txt\n');
    rmSync(named, { force: true });
    symlinkSync(file, named);
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      message: `${named} is not a regular file of the git directory, so nothing was written to it.`,
    });
    expect(lstatSync(named).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('mine.txt\n');
  });

  it('stands where the folder of lanes leads to, and beside a main worktree whose git directory is elsewhere', async () => {
    const elsewhere = join(realpathSync(repo.directory), 'large-disk');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, `${repo.repository}.worktrees`);
    expect(await repo.spawn('login')).toMatchObject({ worktreePath: join(elsewhere, 'login') });
    const work = join(realpathSync(repo.directory), 'work');
    repo.git('clone', '-q', '--separate-git-dir', join(repo.directory, 'git-directory'), repo.remote, work);
    repo.place = work;
    expect(await repo.refused(workerSpawn, { lane: 'page', from: 'main' })).toMatchObject({
      code: 'conflict',
      message: 'Git did not report a main worktree. Lanes are created next to it.',
    });
    repo.git('-C', work, 'config', 'core.worktree', '../work');
    expect(await repo.spawn('page', { from: 'main' })).toMatchObject({ worktreePath: `${work}.worktrees/page` });
  });

  it('opens in a shallow clone, and not where its folder cannot be made', async () => {
    repo.commit('More', { 'more.txt': 'more\n' });
    repo.git('push', '-q', 'origin', 'main');
    const shallow = join(realpathSync(repo.directory), 'shallow');
    repo.git('clone', '-q', '--depth', '1', `file://${repo.remote}`, shallow);
    repo.place = shallow;
    expect(await repo.spawn('login')).toMatchObject({ worktreePath: `${shallow}.worktrees/login`, state: 'ASSIGNED' });
    expect(readFileSync(`${shallow}.worktrees/login/more.txt`, 'utf8')).toBe('more\n');
    repo.place = repo.repository;
    writeFileSync(`${repo.repository}.worktrees`, 'in the way\n');
    expect(await repo.refused(workerSpawn, { lane: 'page' })).toMatchObject({
      code: 'conflict',
      message: `No worktree can be created in ${repo.repository}.worktrees (EEXIST).`,
    });
    rmSync(`${repo.repository}.worktrees`);
    expect(repo.traces()).toEqual(nothingOf(repo));
  });

  it('refuses when something lies where its worktree would', async () => {
    repo.write('../repository.worktrees/login/mine.txt', 'mine\n');
    const refusal = await repo.refused(workerSpawn, { lane: 'login' });
    expect(refusal.message).toBe(`${repo.repository}.worktrees/login already exists.`);
    expect(readFileSync(`${repo.repository}.worktrees/login/mine.txt`, 'utf8')).toBe('mine\n');
    expect(repo.traces()).toEqual({ ...nothingOf(repo), folders: ['login'] });
  });

  it('says that the remote cannot be reached, and how to do without it', async () => {
    repo.git('remote', 'set-url', 'origin', join(repo.directory, 'gone.git'));
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Could not open login: fetching the base branch failed: .*gone\.git/),
      hint: 'Fix the problem git reported, or skip the remote (--no-fetch).',
      details: { step: 'fetch' },
    });
    expect(repo.traces()).toEqual(nothingOf(repo));
    expect(await repo.spawn('login', { noFetch: true })).toMatchObject({ state: 'ASSIGNED' });
  });
});
