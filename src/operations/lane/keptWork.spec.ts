import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../test/support/laneRoom.js';
import { person } from '../../../test/support/testRoom.js';
import type { Lane } from '../../domain/lane/lane.js';
import { laneClose } from './laneClose.js';
import { laneRepair } from './laneRepair.js';
import { laneRescues } from './laneRescues.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRestore } from './worker/workerRestore.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

const write = (lane: Pick<Lane, 'worktreePath'>, path: string, text: string): void => {
  mkdirSync(dirname(join(lane.worktreePath, path)), { recursive: true });
  writeFileSync(join(lane.worktreePath, path), text);
};
const read = (lane: Pick<Lane, 'worktreePath'>, path: string): string =>
  readFileSync(join(lane.worktreePath, path), 'utf8');

/** A repository with one commit that is nowhere else. */
function makeRepository(folder: string): void {
  room.git('init', '-q', folder);
  writeFileSync(join(folder, 'own.txt'), 'own\n');
  room.git('-C', folder, 'add', '.');
  room.git('-C', folder, 'commit', '-q', '-m', 'Own');
}

const isRepository = (path: string) =>
  `L-1 (login) stays open: ${path} is a repository of its own, which cannot be kept from outside.`;

describe('a repository within a lane that closes', () => {
  it('stays when it was committed by mistake as a link to its commit', async () => {
    const lane = await room.spawn('login');
    makeRepository(join(lane.worktreePath, 'app'));
    room.gitIn(lane, 'add', '-A');
    room.gitIn(lane, 'commit', '-q', '-m', 'Scaffold');
    expect((await room.refused(workerCancel, { lane: 'login' }, person)).message).toBe(isRepository('app'));
    expect(read(lane, 'app/own.txt')).toBe('own\n');
  });

  it('stays in an ignored folder, unless it is as its remote has it', async () => {
    room.commit('Ignore', { '.gitignore': 'vendor/\n' });
    const lane = await room.spawn('login', { noFetch: true });
    const dependency = join(lane.worktreePath, 'vendor', 'dep');
    room.git('clone', '-q', room.remote, dependency);
    writeFileSync(join(dependency, 'mine.txt'), 'mine\n');
    expect((await room.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('vendor/dep'));
    room.git('-C', dependency, 'add', '.');
    room.git('-C', dependency, 'stash', '-q');
    expect((await room.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('vendor/dep'));
    room.git('-C', dependency, 'stash', 'drop', '-q');
    expect(await room.ok(laneClose, { lane: 'login' }, person)).toMatchObject({
      worktree: 'removed',
      leftBehind: [{ path: 'vendor', bytes: null }],
    });
  });

  it('stays in a folder whose files belong to the lane', async () => {
    room.commit('Library', { 'lib/a.txt': 'a\n' });
    const lane = await room.spawn('login', { noFetch: true });
    makeRepository(join(lane.worktreePath, 'lib'));
    expect((await room.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('lib'));
  });

  it('is a submodule whose ignored files nothing would keep', async () => {
    const part = join(room.directory, 'part');
    makeRepository(part);
    writeFileSync(join(part, '.gitignore'), 'local.txt\nout/\n');
    room.git('-C', part, 'add', '.');
    room.git('-C', part, 'commit', '-q', '-m', 'Ignore');
    room.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'part');
    room.commit('Part');
    const lane = await room.spawn('login', { noFetch: true });
    room.gitIn(lane, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    write(lane, 'part/local.txt', 'local\n');
    write(lane, 'part/out/built.txt', 'built\n');
    expect((await room.refused(laneClose, { lane: 'login' }, person)).message).toBe(
      'L-1 (login) stays open: the submodule part holds ignored files, which are kept nowhere.',
    );
    rmSync(join(lane.worktreePath, 'part', 'local.txt'));
    expect(await room.ok(laneClose, { lane: 'login' }, person)).toMatchObject({
      worktree: 'removed',
      leftBehind: [{ path: 'part/out', bytes: null }],
    });
  });
});

describe('a lane that is half opened', () => {
  const never = () => new Promise<void>(() => undefined);

  /** Opens a lane until its context file is about to be written, where its process dies. */
  async function half(): Promise<Pick<Lane, 'worktreePath'>> {
    await new Promise<void>(reached => {
      room.interfere = (name, when) => {
        if (name !== 'trees.writeFiles' || when !== 'before') return undefined;
        reached();
        return never();
      };
      void room.spawn('login');
    });
    room.interfere = () => undefined;
    room.judge = () => 'dead';
    return { worktreePath: `${room.repository}.worktrees/login` };
  }

  it('is kept with a commit that is on no branch', async () => {
    const lane = await half();
    room.gitIn(lane, 'checkout', '-q', '--detach');
    room.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Late');
    const commit = room.gitIn(lane, 'rev-parse', 'HEAD');
    expect((await room.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect((await room.ok(laneRescues, {})).rescues.map(({ head }) => head)).toEqual([commit]);
  });

  it('stays with a repository within', async () => {
    const lane = await half();
    makeRepository(join(lane.worktreePath, 'within'));
    expect((await room.ok(laneRepair, {})).settled).toEqual([
      {
        lane: 'login',
        outcome: 'stuck',
        notes: [`${lane.worktreePath} stays: within is a repository of its own, which cannot be kept from outside.`],
      },
    ]);
    expect(read(lane, 'within/own.txt')).toBe('own\n');
  });
});

describe('what a lane is closed with', () => {
  it('is what it held before its teardown', async () => {
    room.commit('Configure', {
      '.stateroom/config.json': '{"lane":{"teardown":["rm -f notes.txt","git checkout -q -- ."]}}\n',
    });
    await room.trustCommands();
    const lane = await room.spawn('login', { noFetch: true });
    write(lane, 'notes.txt', 'notes\n');
    write(lane, 'README.md', 'edited\n');
    await room.ok(workerCancel, { lane: 'login' }, person);
    await room.ok(workerRestore, { lane: 'login' }, person);
    expect([read(lane, 'notes.txt'), read(lane, 'README.md')]).toEqual(['notes\n', 'edited\n']);
  });

  it('stays when a repository came to be in its teardown', async () => {
    room.commit('Configure', { '.stateroom/config.json': '{"lane":{"teardown":["git init -q late"]}}\n' });
    await room.trustCommands();
    await room.spawn('login', { noFetch: true });
    expect((await room.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('late'));
  });

  it('is no older rescue where its folder was gone', async () => {
    const lane = await room.spawn('login');
    write(lane, 'one.txt', 'one\n');
    await room.ok(workerCancel, { lane: 'login' }, person);
    room.now += 1000;
    await room.ok(workerRestore, { lane: 'login' }, person);
    room.gitIn(lane, 'add', 'one.txt');
    room.gitIn(lane, 'commit', '-q', '-m', 'One');
    write(lane, 'two.txt', 'two\n');
    room.gitIn(lane, 'add', 'two.txt');
    rmSync(lane.worktreePath, { recursive: true });
    const cancelled = await room.ok(workerCancel, { lane: 'login' }, person);
    expect(cancelled).toMatchObject({ worktree: 'missing', rescue: null });
    const first = 'login/20261102T100000000Z';
    expect(await room.refused(workerRestore, { lane: 'login', rescue: first }, person)).toMatchObject({
      code: 'conflict',
      message: `Git still knows a work tree at ${lane.worktreePath}, with what was staged in it, though its folder is gone.`,
    });
    const restored = await room.ok(workerRestore, { lane: 'login' }, person);
    expect(restored).toMatchObject({ branch: 'feature/login', rescue: null });
    expect(room.gitIn(lane, 'status', '--porcelain')).toBe('A  two.txt');
    expect(read(lane, 'two.txt')).toBe('two\n');
  });

  it('is a split index too, and an orphaned branch, and a folder that became a link', async () => {
    room.commit('Folder', { 'docs/a.txt': 'a\n', 'real/b.txt': 'b\n' });
    const lane = await room.spawn('login', { noFetch: true });
    room.gitIn(lane, 'checkout', '-q', '--orphan', 'fresh');
    rmSync(join(lane.worktreePath, 'docs'), { recursive: true });
    symlinkSync('real', join(lane.worktreePath, 'docs'));
    write(lane, 'docs/a.txt', 'beyond\n');
    write(lane, 'new.txt', 'new\n');
    room.gitIn(lane, 'add', 'new.txt');
    room.gitIn(lane, 'update-index', '--split-index');
    const before = room.gitIn(lane, 'status', '--porcelain=v2', '--branch', '--untracked-files=all');
    await room.ok(workerCancel, { lane: 'login' }, person);
    await room.ok(workerRestore, { lane: 'login' }, person);
    expect(room.gitIn(lane, 'status', '--porcelain=v2', '--branch', '--untracked-files=all')).toBe(before);
    expect([read(lane, 'real/a.txt'), read(lane, 'docs/a.txt')]).toEqual(['beyond\n', 'beyond\n']);
  });
});

describe('what is kept', () => {
  it('is not in a mirror of the repository where git is told to hide it, as the guide says', async () => {
    await room.spawn('login');
    const { rescue } = await room.ok(workerCancel, { lane: 'login' }, person);
    const mirrored = (name: string): string => {
      room.git('clone', '-q', '--mirror', `file://${room.repository}`, join(room.directory, name));
      return room.git('--git-dir', join(room.directory, name), 'for-each-ref', '--format=%(refname)');
    };
    expect(mirrored('all.git')).toBe(`refs/heads/feature/login\nrefs/heads/main\nrefs/remotes/origin/main\n${rescue}`);
    room.git('config', 'uploadpack.hideRefs', 'refs/stateroom');
    expect(mirrored('rest.git')).toBe('refs/heads/feature/login\nrefs/heads/main\nrefs/remotes/origin/main');
  });
});

describe('a removal that is disturbed', () => {
  it('leaves the journey where the folder cannot go back, and repair names both', async () => {
    const lane = await room.spawn('login');
    write(lane, 'new.txt', 'new\n');
    room.interfere = (call, when) => {
      if (call !== 'journeys.write' || when !== 'before') return;
      room.interfere = () => undefined;
      write(lane, 'in/the/way.txt', 'way\n');
      throw new Error('no space left on device');
    };
    const refusal = await room.refused(workerCancel, { lane: 'login' }, person);
    const aside = /login\.removed-[0-9a-f]{8}/.exec(refusal.message)?.[0] ?? '';
    expect(readFileSync(join(dirname(lane.worktreePath), aside, 'new.txt'), 'utf8')).toBe('new\n');
    expect(room.traces().journeys).toEqual(['login.json']);
    expect((await room.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'stuck' }]);
    rmSync(lane.worktreePath, { recursive: true });
    expect((await room.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect(read(lane, 'new.txt')).toBe('new\n');
  });

  it('of one lane does not hold the repair of others up', async () => {
    await room.spawn('login');
    await room.spawn('page');
    room.judge = () => 'dead';
    for (const name of ['login', 'page']) {
      room.interfere = (call, when) => {
        if (call === 'trees.remove' && when === 'before') throw new Error('disk away');
        if (call === 'journeys.remove') throw new Error('disk away');
      };
      await room.call(workerCancel, { lane: name }, person).catch(() => undefined);
    }
    let failed = false;
    room.interfere = (call, when) => {
      if (call !== 'trees.settleRemoval' || when !== 'before' || failed) return;
      failed = true;
      throw new Error('EACCES: permission denied');
    };
    expect((await room.ok(laneRepair, {})).settled).toEqual([
      { lane: 'login', outcome: 'stuck', notes: ['It could not be ended: EACCES: permission denied'] },
      { lane: 'page', outcome: 'undone', notes: [] },
    ]);
    expect((await room.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
  });

  it('never meets a tree that is not the lane’s', async () => {
    const lane = await room.spawn('login');
    const elsewhere = join(room.directory, 'elsewhere');
    room.git('worktree', 'move', lane.worktreePath, elsewhere);
    room.git('worktree', 'add', '-q', '-b', 'mine', lane.worktreePath);
    write(lane, 'mine.txt', 'mine\n');
    expect(await room.refused(workerCancel, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^L-1 \(login\) stays open: feature\/login is checked out in .*elsewhere, and another work tree stands at /,
      ),
    });
    expect(read(lane, 'mine.txt')).toBe('mine\n');
    expect(existsSync(elsewhere)).toBe(true);
  });
});
