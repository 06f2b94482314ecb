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
import { isRefusal } from '../../domain/refusal/refusal.js';
import type { Context } from '../../records/context.js';
import { invoke } from '../invoke.js';
import { laneList } from './laneList.js';
import { laneRepair } from './laneRepair.js';
import { workerSpawn } from './worker/workerSpawn.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

const clean = () => ({
  branches: ['main'],
  trees: [`worktree ${repo.repository}`],
  records: [],
  folders: [],
  intentLogs: [],
  rescues: [],
});

const whole = () => ({
  branches: ['feature/login', 'main'],
  trees: [`worktree ${repo.repository}`, `worktree ${repo.repository}.worktrees/login`],
  records: ['login'],
  folders: ['login'],
  intentLogs: [],
  rescues: [],
});

/** Each call that a lane is opened by, and the step it belongs to. */
const calls = [
  ['fetch', 'trees.fetch', 1],
  ['branch', 'trees.createBranch', 1],
  ['worktree', 'trees.addTree', 1],
  ['context', 'trees.exclude', 1],
  ['context', 'trees.writeFiles', 1],
  ['kit', 'machine.arePortsFree', 1],
  ['kit', 'trees.writeFiles', 2],
] as const;

/** Calls back at the `nth` time that a call is before or after its work. */
function at(call: string, nth: number, moment: 'before' | 'after', act: () => void | Promise<void>): void {
  let seen = 0;
  repo.interfere = (name, when) => {
    if (name !== call || when !== moment) return undefined;
    seen += 1;
    return seen === nth ? act() : undefined;
  };
}

/** A context whose store does something else with transactions. */
function withTransaction(transaction: Context['store']['transaction']): Context {
  const context = repo.context();
  const { store } = context;
  const other: Context['store'] = {
    heartbeats: store.heartbeats,
    maintenance: store.maintenance,
    health: () => store.health(),
    create: () => store.create(),
    read: callback => store.read(callback),
    readArchived: callback => store.readArchived(callback),
    transaction,
    commitMark: () => store.commitMark(),
    onDidChange: listener => store.onDidChange(listener),
    close: () => store.close(),
  };
  return { ...context, store: other };
}

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
    expect(repo.traces()).toEqual(whole());
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toBe('one\ntwo\nthree\n');
    expect(JSON.parse(readFileSync(join(directory, '.worker-ctx.json'), 'utf8'))).toEqual({
      taskId: 'login',
      branch: 'feature/login',
      worktree: directory,
      createdAt: repo.now,
      description: 'Limit logins',
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
    expect(repo.traces()).toEqual(whole());
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
    at('trees.writeFiles', 2, 'after', () => {
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
      hint: 'Choose other paths, or wait for that lane: --after login.',
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
    expect(repo.traces()).toEqual(clean());
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
      expect(repo.traces()).toEqual(clean());
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

  it('lists our files in an exclude file that is a link, which stays one', async () => {
    const named = join(repo.repository, '.git', 'info', 'exclude');
    const file = join(repo.directory, 'exclude');
    writeFileSync(file, 'mine.txt\n');
    rmSync(named, { force: true });
    symlinkSync(file, named);
    await repo.spawn('login');
    expect(lstatSync(named).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('mine.txt\n/.env.stateroom\n/.worker-ctx.json\n');
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
      message: expect.stringMatching(/^Could not open page: creating the worktree failed: .*repository\.worktrees/),
    });
    rmSync(`${repo.repository}.worktrees`);
    expect(repo.traces()).toEqual(clean());
  });

  it('refuses when something lies where its worktree would', async () => {
    repo.write('../repository.worktrees/login/mine.txt', 'mine\n');
    const refusal = await repo.refused(workerSpawn, { lane: 'login' });
    expect(refusal.message).toBe(`${repo.repository}.worktrees/login already exists.`);
    expect(readFileSync(`${repo.repository}.worktrees/login/mine.txt`, 'utf8')).toBe('mine\n');
    expect(repo.traces()).toEqual({ ...clean(), folders: ['login'] });
  });

  it('says that the remote cannot be reached, and how to do without it', async () => {
    repo.git('remote', 'set-url', 'origin', join(repo.directory, 'gone.git'));
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Could not open login: fetching the base branch failed: .*gone\.git/),
      hint: 'Fix the problem git reported, or skip the remote: --no-fetch.',
      details: { step: 'fetch' },
    });
    expect(repo.traces()).toEqual(clean());
    expect(await repo.spawn('login', { noFetch: true })).toMatchObject({ state: 'ASSIGNED' });
  });
});

describe('a step that fails', () => {
  for (const moment of ['before', 'after'] as const) {
    it.each(calls)(`${moment} its work (%s, %s %d) leaves nothing`, async (step, call, nth) => {
      at(call, nth, moment, () => {
        throw new Error('the disk is on fire');
      });
      const refusal = await repo.refused(workerSpawn, { lane: 'login' });
      expect(refusal).toMatchObject({ code: 'conflict', details: { step } });
      expect(refusal.message).toMatch(/^Could not open login: .+ failed: the disk is on fire$/);
      expect(repo.traces()).toEqual(clean());
      repo.interfere = () => undefined;
      expect(await repo.spawn('login')).toMatchObject({ ref: 'L-1', state: 'ASSIGNED' });
    });
  }

  it('leaves nothing when the lane cannot be written', async () => {
    const context = withTransaction(() => Promise.reject(new Error('the disk is full')));
    expect(await invoke(workerSpawn, context, { lane: 'login' })).toMatchObject({
      message: 'Could not open login: recording the lane failed: the disk is full',
      details: { step: 'row' },
    });
    expect(repo.traces()).toEqual(clean());
    expect(await repo.ok(laneList, { all: true })).toEqual({ lanes: [] });
  });

  it('leaves a whole lane when it was written and nobody knew', async () => {
    const context = withTransaction(async callback => {
      await repo.store.transaction(callback);
      throw new Error('the line went dead');
    });
    await invoke(workerSpawn, context, { lane: 'login' });
    expect(repo.traces()).toEqual(whole());
    expect((await repo.ok(laneList, {})).lanes).toMatchObject([{ lane: 'login', state: 'ASSIGNED' }]);
  });

  it('leaves a branch to whoever made it at the same moment', async () => {
    at('trees.createBranch', 1, 'before', () => void repo.git('branch', 'feature/login'));
    const refusal = await repo.refused(workerSpawn, { lane: 'login' });
    expect(refusal.message).toMatch(/^Could not open login: creating the branch failed: fatal: .*already exists/);
    expect(repo.traces()).toEqual({ ...clean(), branches: ['feature/login', 'main'] });
  });

  it('leaves nothing when it is called off', async () => {
    const stop = new AbortController();
    repo.signal = stop.signal;
    at('trees.addTree', 1, 'after', () => stop.abort());
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      code: 'timed_out',
      message: 'Opening login was stopped before writing the context file.',
    });
    expect(repo.traces()).toEqual(clean());
  });
});

describe('the end of the process that opens a lane', () => {
  for (const moment of ['before', 'after'] as const) {
    it.each([...calls, ['begin', 'journeys.begin', 1], ['row', 'journeys.write', 6]] as const)(
      `${moment} its work (%s, %s %d) leaves nothing once it is repaired`,
      async (_step, call, nth) => {
        const reached = repo.hangsAt(call, moment, nth);
        void repo.call(workerSpawn, { lane: 'login' });
        await reached;
        repo.interfere = () => undefined;
        repo.judge = () => 'alive';
        const { settled } = await repo.ok(laneRepair, {});
        expect(settled.map(({ outcome }) => outcome)).toEqual(
          call === 'journeys.begin' && moment === 'before' ? [] : ['running'],
        );
        repo.judge = () => 'dead';
        await repo.ok(laneRepair, {});
        expect(repo.traces()).toEqual(clean());
        expect(await repo.spawn('login')).toMatchObject({ ref: 'L-1', state: 'ASSIGNED' });
      },
    );
  }

  it('leaves a whole lane once it was written', async () => {
    const reached = repo.hangsAt('journeys.remove', 'before');
    void repo.call(workerSpawn, { lane: 'login' });
    await reached;
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    expect((await repo.ok(laneRepair, {})).settled).toEqual([{ lane: 'login', outcome: 'finished', notes: [] }]);
    expect(repo.traces()).toEqual(whole());
  });

  it('is seen by the next who opens it, who need not repair first', async () => {
    const reached = repo.hangsAt('trees.addTree', 'after');
    void repo.call(workerSpawn, { lane: 'login' });
    await reached;
    repo.interfere = () => undefined;
    repo.judge = () => 'alive';
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      message: 'login is being opened or closed by another process.',
    });
    repo.judge = () => 'dead';
    await repo.spawn('login');
    expect(repo.traces()).toEqual(whole());
  });

  it('is undone by one alone of those who find it, and what is opened anew is not undone', async () => {
    const directory = `${repo.repository}.worktrees/login`;
    const commit = repo.git('rev-parse', 'main');
    repo.git('worktree', 'add', '-q', '-b', 'feature/login', directory);
    const left = {
      version: 1,
      lane: 'login',
      laneId: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
      startedAt: 1,
      step: 'kit',
      process: 'gone',
      branch: { name: 'feature/login', commit },
      directory,
      files: null,
      abandoned: false,
    };
    const intentLogs = repo.context().lanes?.intentLogs;
    await intentLogs?.begin('login', JSON.stringify(left));
    repo.judge = process => (process === 'gone' ? 'dead' : 'alive');
    const discards: string[] = [];
    repo.interfere = (call, when) => {
      if (call === 'trees.discard') discards.push(when);
    };
    const repairs = await Promise.all([1, 2, 3, 4].map(() => repo.ok(laneRepair, {})));
    expect(discards).toEqual(['before', 'after']);
    const outcomes = repairs.flatMap(({ settled }) => settled.map(({ outcome }) => outcome));
    expect(outcomes.filter(outcome => outcome !== 'running')).toEqual(['undone']);
    expect(repo.traces()).toEqual(clean());
    await repo.spawn('login');
    expect(repo.traces()).toEqual(whole());
  });

  it('is undone later where it could not be undone now', async () => {
    const stop = repo.hangsAt('trees.addTree', 'after');
    void repo.call(workerSpawn, { lane: 'login' });
    await stop;
    repo.judge = () => 'dead';
    at('trees.discard', 1, 'before', () => {
      throw new Error('the disk is on fire');
    });
    expect((await repo.ok(laneRepair, {})).settled).toEqual([
      { lane: 'login', outcome: 'stuck', notes: ['It could not be finished: the disk is on fire'] },
    ]);
    repo.interfere = () => undefined;
    repo.judge = () => 'alive';
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect(repo.traces()).toEqual(clean());
  });

  it('loses nothing that somebody wrote in the worktree meanwhile', async () => {
    const reached = repo.hangsAt('trees.exclude', 'after');
    void repo.call(workerSpawn, { lane: 'login' });
    await reached;
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    writeFileSync(`${repo.repository}.worktrees/login/README.md`, 'changed\n');
    const { settled } = await repo.ok(laneRepair, {});
    const [rescue] = repo.traces().rescues;
    expect(rescue).toMatch(/^refs\/stateroom\/rescue\/login\//);
    expect(settled).toEqual([
      {
        lane: 'login',
        outcome: 'undone',
        notes: [`The files of ${repo.repository}.worktrees/login are backed up as ${rescue}.`],
      },
    ]);
    expect(repo.git('show', `${rescue}:files/README.md`)).toBe('changed');
    expect(repo.traces()).toEqual({ ...clean(), rescues: [rescue] });
  });
});
