import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { invoke } from '../invoke.js';
import { laneClean } from './laneClean.js';
import { laneClose } from './laneClose.js';
import { laneRescues } from './laneRescues.js';
import { laneSetup, laneTeardown } from './laneSetupTeardown.js';
import { laneShow } from './laneShow.js';
import { workerApprove } from './worker/workerApprove.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerDone } from './worker/workerDone.js';
import { workerLogs } from './worker/workerLogs.js';
import { workerMerge } from './worker/workerMerge.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

/** Settings of the base branch, here and at the remote, whose commands a person trusts. */
async function configure(lane: object, more: Readonly<Record<string, string>> = {}): Promise<void> {
  repo.commit('Configure', { '.stateroom/config.json': JSON.stringify({ lane }), ...more });
  repo.git('push', '-q', 'origin', 'main');
  await repo.trustCommands();
}

describe('setting a lane up', () => {
  it('is nothing where the repository says nothing', async () => {
    expect(await repo.spawn('login')).toMatchObject({ setup: null });
    expect(await repo.ok(laneSetup, { lane: 'login' })).toEqual({
      lane: 'login',
      ok: true,
      ran: [],
      copied: [],
      notCopied: [],
      problem: null,
      tail: '',
    });
  });

  it('copies ignored files that the settings name, and never over or out of something', async () => {
    await configure(
      { copy: ['.env*', 'cache/'], setup: ['cat .env > seen'] },
      { '.gitignore': '.env*\ncache/\nlinked\nother\n' },
    );
    const outside = join(repo.repository, '..', 'outside');
    mkdirSync(outside);
    repo.write('.env', 'KEY=1\n');
    repo.write('api/.env.local', 'KEY=2\n');
    repo.write('cache/a/b', 'cached\n');
    repo.write('other', 'not named\n');
    symlinkSync(outside, join(repo.repository, '.env.link'));
    const lane = await repo.spawn('login');
    expect(lane).toMatchObject({
      missing: [],
      setup: {
        ...{ ok: true, ran: [{ exitCode: 0 }], copied: ['.env', 'api/.env.local', 'cache'] },
        notCopied: [{ path: '.env.link', why: 'is a link, a device or a repository' }],
      },
    });
    const text = (path: string) => readFileSync(join(lane.worktreePath, path), 'utf8');
    expect([text('.env'), text('api/.env.local'), text('cache/a/b'), text('seen')]).toEqual([
      'KEY=1\n',
      'KEY=2\n',
      'cached\n',
      'KEY=1\n',
    ]);
    expect(existsSync(join(lane.worktreePath, 'other'))).toBe(false);
    writeFileSync(join(lane.worktreePath, '.env'), 'KEY=own\n');
    expect(await repo.ok(laneSetup, { lane: 'login', copyOnly: true })).toMatchObject({
      ok: true,
      ran: [],
      copied: [],
    });
    expect(text('.env')).toBe('KEY=own\n');
  });

  it('copies a named file of an ignored folder, and nothing by half', async () => {
    await configure({ copy: ['conf/local.json', 'pipes'] }, { '.gitignore': 'conf/\npipes/\n' });
    repo.write('conf/local.json', '{}\n');
    repo.write('pipes/a', 'a\n');
    repo.write('conf/other.json', '{}\n');
    const server = createServer().listen(join(repo.repository, 'pipes', 'socket'));
    await once(server, 'listening');
    const lane = await repo.spawn('login');
    server.close();
    expect(lane).toMatchObject({
      setup: { ok: true, copied: ['conf/local.json'], notCopied: [{ path: 'pipes', why: 'could not be copied' }] },
    });
    expect(readdirSync(join(lane.worktreePath, 'conf'))).toEqual(['local.json']);
    expect(readdirSync(lane.worktreePath).filter(name => name.startsWith('pipes'))).toEqual([]);
  });

  it('does not copy through a link that the branch has on the way', async () => {
    const outside = join(repo.repository, '..', 'outside');
    mkdirSync(outside);
    repo.write('.gitignore', 'api/.env\n');
    repo.write('api/.env', 'KEY=1\n');
    await configure({ copy: ['api/.env'] }, { '.gitignore': 'api/.env\n' });
    // The lane's branch has a link at the folder.
    repo.git('checkout', '-q', '-b', 'linked');
    renameSync(join(repo.repository, 'api'), join(repo.repository, 'kept'));
    symlinkSync(outside, join(repo.repository, 'api'));
    repo.git('add', 'api');
    repo.git('commit', '-q', '--message=Link');
    repo.git('checkout', '-q', 'main');
    renameSync(join(repo.repository, 'kept'), join(repo.repository, 'api'));
    expect(await repo.spawn('login', { from: 'linked', noFetch: true })).toMatchObject({
      setup: { copied: [], notCopied: [{ path: 'api/.env', why: 'leads out of the worktree' }] },
    });
    expect(readdirSync(outside)).toEqual([]);
  });

  it('names local settings that a lane lacks, until the settings say what is copied', async () => {
    repo.write('.env', 'KEY=1\n');
    expect(await repo.spawn('early')).toMatchObject({ setup: null, missing: [] });
    repo.write('.git/info/exclude', '.env\n');
    expect(await repo.spawn('login')).toMatchObject({ setup: null, missing: ['.env'] });
    await configure({ copy: [] });
    expect(await repo.spawn('logout')).toMatchObject({ missing: [] });
  });

  it('runs what the base branch says, in the worktree, with the lane’s variables, when it is spawned', async () => {
    await configure({
      setup: [
        'echo "$STATEROOM_LANE at $PORT" > made',
        'cat made; echo token=ghp_abcdefghijklmnopqrstuvwxyz0123456789',
      ],
    });
    const lane = await repo.spawn('login');
    expect(lane).toMatchObject({
      state: 'ASSIGNED',
      setup: {
        ok: true,
        ran: [{ exitCode: 0, endedBy: 'exit' }, { exitCode: 0 }],
        problem: null,
        tail: `login at ${lane.port}\ntoken=[redacted]\n`,
      },
    });
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('?? made');
    expect((await repo.ok(workerLogs, { lane: 'login' })).text).toContain(
      '── 2026-11-02T10:00:00.000Z setup: cat made;',
    );
    expect(await repo.spawn('other', { owns: ['x/**'], noSetup: true })).toMatchObject({ setup: null });
    // What the lane's own branch says does not count.
    writeFileSync(join(lane.worktreePath, '.stateroom/config.json'), '{"lane":{"setup":["touch evil"]}}');
    repo.place = lane.worktreePath;
    expect(await repo.ok(laneSetup, {})).toMatchObject({ ok: true, ran: [{}, {}] });
    expect(existsSync(join(lane.worktreePath, 'evil'))).toBe(false);
  });

  it('is done anew when a lane begins anew, unless that is not wanted', async () => {
    await configure({ setup: ['echo "attempt at $PORT" > made; cat made'] });
    const lane = await repo.spawn('login', { noSetup: true });
    repo.now += 1000;
    await repo.ok(workerCancel, { lane: 'login' }, person);
    const retried = await repo.ok(workerRetry, { lane: 'login' }, person);
    expect(retried).toMatchObject({ worker: { attempt: 2 }, setup: { ok: true, tail: `attempt at ${lane.port}\n` } });
    expect(existsSync(join(lane.worktreePath, 'made'))).toBe(true);
    // Said again it runs nothing more.
    expect(await repo.ok(workerRetry, { lane: 'login' }, person)).toMatchObject({ setup: null });
    repo.now += 1000;
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(await repo.ok(workerRetry, { lane: 'login', noSetup: true }, person)).toMatchObject({ setup: null });
    expect(existsSync(join(lane.worktreePath, 'made'))).toBe(false);
    await configure({ setup: ['exit 3'] });
    repo.now += 1000;
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(await repo.ok(workerRetry, { lane: 'login' }, person)).toMatchObject({
      state: 'ASSIGNED',
      status: 'active',
      setup: { ok: false, problem: '`exit 3` ended with exit code 3.' },
    });
  });

  it('that fails stops there, says so and leaves the lane', async () => {
    await configure({ setup: ['echo begun; exit 3', 'touch never'] });
    const lane = await repo.spawn('login');
    expect(lane).toMatchObject({
      state: 'ASSIGNED',
      setup: {
        ok: false,
        ran: [{ command: 'echo begun; exit 3', exitCode: 3 }],
        problem: '`echo begun; exit 3` ended with exit code 3.',
        tail: 'begun\n',
      },
    });
    expect(existsSync(join(lane.worktreePath, 'never'))).toBe(false);
    await configure({ setup: ['echo again'] });
    expect(await repo.ok(laneSetup, { lane: 'login' })).toMatchObject({ ok: true, tail: 'again\n' });
  });

  it('takes no longer than it may, and ends when it is called off', async () => {
    await configure({ setup: ['sleep 60'], commandMinutes: 0.005 });
    expect(await repo.spawn('login')).toMatchObject({
      setup: {
        ok: false,
        ran: [{ endedBy: 'timeout', exitCode: null }],
        problem: '`sleep 60` timed out.',
      },
    });
    await configure({ setup: ['sleep 60'] });
    const cancel = new AbortController();
    repo.signal = cancel.signal;
    setTimeout(() => cancel.abort(), 300);
    expect(await repo.ok(laneSetup, { lane: 'login' })).toMatchObject({
      ok: false,
      ran: [{ endedBy: 'cancelled' }],
      problem: '`sleep 60` was cancelled.',
    });
  });

  it('is refused where nothing may be run, and the lane is opened all the same', async () => {
    await configure({ setup: ['touch made'] });
    const untrusted = { ...repo.context(), commands: undefined };
    const { workerSpawn } = await import('./worker/workerSpawn.js');
    expect(await invoke(workerSpawn, untrusted, { lane: 'login' })).toMatchObject({
      lane: 'login',
      setup: { ok: false, ran: [], problem: 'Commands cannot be run here.' },
    });
    expect(await invoke(laneSetup, untrusted, { lane: 'login' })).toMatchObject({ refused: true, code: 'not_allowed' });
    expect(existsSync(`${repo.repository}.worktrees/login/made`)).toBe(false);
  });
});

describe('taking a lane down', () => {
  it('happens before its worktree goes, which is kept first; what fails holds nothing up', async () => {
    const out = join(repo.directory, 'down');
    await configure({ teardown: [`pwd > ${out}; rm work; exit 1`] });
    const lane = await repo.spawn('login');
    writeFileSync(join(lane.worktreePath, 'work'), 'An hour of it');
    expect(await repo.ok(laneClose, { lane: 'login' }, person)).toMatchObject({ status: 'closed' });
    expect(existsSync(out)).toBe(true);
    expect(existsSync(lane.worktreePath)).toBe(false);
    const refs = repo.git('for-each-ref', '--format=%(refname)', 'refs/stateroom/rescue/login').split('\n');
    expect(refs).toHaveLength(2);
    expect((await repo.ok(laneRescues, { lane: 'login' })).rescues).toHaveLength(2);
  });

  it('can be asked for', async () => {
    await configure({ teardown: ['echo down'] });
    await repo.spawn('login');
    expect(await repo.ok(laneTeardown, { lane: 'login' })).toMatchObject({ lane: 'login', ok: true, tail: 'down\n' });
  });
});

const nothing = { along: 0, uncommitted: 0, leftBehind: [], warnings: [] };

describe('what merging a lane would do', () => {
  it('is told when it is asked for: where its commits go and how', async () => {
    const lane = await repo.spawn('login');
    for (const file of ['one.ts', 'two.ts']) {
      writeFileSync(join(lane.worktreePath, file), '');
      repo.gitIn(lane, 'add', file);
      repo.gitIn(lane, 'commit', '-q', '-m', file);
    }
    const asked = async () => (await repo.ok(laneShow, { lane: 'login', merge: true })).merge;
    expect(await repo.ok(laneShow, { lane: 'login' })).toMatchObject({ merge: null });
    expect(await asked()).toEqual({ into: 'main', way: 'merge', commits: 2, ...nothing });
    await configure({ merge: 'squash', integration: 'next' });
    expect(await asked()).toBeNull();
    repo.git('branch', 'next', 'feature/login~1');
    expect(await asked()).toEqual({ into: 'next', way: 'squash', commits: 1, ...nothing });
  });

  it('tells what comes along and what is not kept, as it then happens', async () => {
    repo.commit('Ignore', { '.gitignore': 'big\n', '.stateroom/config.json': '{"lane":{"keepIgnored":10}}' });
    repo.git('push', '-q', 'origin', 'main');
    const lane = await repo.spawn('login');
    repo.git('checkout', '-q', '--detach');
    for (const file of ['a', 'b']) repo.commit('Theirs', { [file]: '' });
    repo.git('push', '-q', 'origin', 'HEAD:main');
    repo.git('fetch', '-q', 'origin');
    repo.git('checkout', '-q', 'main');
    writeFileSync(join(lane.worktreePath, 'own'), '');
    repo.gitIn(lane, 'add', 'own');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Own');
    writeFileSync(join(lane.worktreePath, 'big'), 'more than ten bytes');
    await repo.ok(workerStart, { lane: 'login' });
    await repo.ok(workerDone, { lane: 'login' });
    const { merge } = await repo.ok(laneShow, { lane: 'login', merge: true });
    const leftBehind = [{ path: 'big', bytes: 19 }];
    expect(merge).toEqual({
      into: 'main',
      way: 'merge',
      commits: 1,
      along: 2,
      uncommitted: 0,
      leftBehind,
      warnings: [],
    });
    const before = repo.git('rev-parse', 'main');
    await repo.ok(workerApprove, { lane: 'login' }, person);
    expect(await repo.ok(workerMerge, { lane: 'login' }, person)).toMatchObject({ worktree: 'removed', leftBehind });
    // One of its own, two of theirs, and the merge.
    expect(repo.git('rev-list', '--count', `${before}..main`)).toBe('4');
  });
});

describe('what a lane takes on disk', () => {
  it('is measured when it is asked for, with what tools can make again, which goes when that is said', async () => {
    repo.commit('Ignore', { '.gitignore': 'node_modules\ndist/\ndata/\n*.log\n' });
    repo.git('push', '-q', 'origin', 'main');
    const lane = await repo.spawn('login');
    const make = (path: string, size: number) => {
      mkdirSync(join(lane.worktreePath, path, '..'), { recursive: true });
      writeFileSync(join(lane.worktreePath, path), Buffer.alloc(size, 1));
    };
    make('node_modules/one/index.js', 100_000);
    make('web/dist/page.js', 50_000);
    // None of these is offered: not ignored, not made by tools, someone's repository, a link, part of another folder.
    make('build/kept.txt', 10);
    make('data/dist/mine', 10);
    make('lib/dist/.git/HEAD', 10);
    make('run.log', 10);
    mkdirSync(join(lane.worktreePath, 'linked'));
    symlinkSync(join(lane.worktreePath, 'data'), join(lane.worktreePath, 'linked/node_modules'));
    expect(await repo.ok(laneShow, { lane: 'login' })).toMatchObject({ disk: null });
    const { disk } = await repo.ok(laneShow, { lane: 'login', disk: true });
    expect(disk?.leftovers.map(({ path }) => path)).toEqual(['node_modules', 'web/dist']);
    expect(disk?.leftovers.map(({ bytes }) => Math.round(bytes / 10_000))).toEqual([10, 5]);
    expect(disk?.bytes).toBeGreaterThan(150_000);
    const named = await repo.ok(laneClean, { lane: 'login' });
    expect(named).toMatchObject({ folders: [{ path: 'node_modules' }, { path: 'web/dist' }], removed: false });
    expect(existsSync(join(lane.worktreePath, 'node_modules'))).toBe(true);
    expect(await repo.ok(laneClean, { lane: 'login', remove: true })).toEqual({ ...named, removed: true });
    const there = [
      'node_modules',
      'web/dist',
      'build/kept.txt',
      'data/dist/mine',
      'lib/dist/.git/HEAD',
      'linked/node_modules',
    ];
    expect(there.map(path => existsSync(join(lane.worktreePath, path)))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
