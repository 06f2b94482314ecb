import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { laneClose } from './laneClose.js';
import { laneRepair } from './laneRepair.js';
import { laneRescues } from './laneRescues.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRestore } from './worker/workerRestore.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

const write = (lane: Pick<Lane, 'worktreePath'>, path: string, text: string): void => {
  mkdirSync(dirname(join(lane.worktreePath, path)), { recursive: true });
  writeFileSync(join(lane.worktreePath, path), text);
};
const read = (lane: Pick<Lane, 'worktreePath'>, path: string): string =>
  readFileSync(join(lane.worktreePath, path), 'utf8');

/** A repository with one commit that is nowhere else. */
function makeRepository(folder: string): void {
  repo.git('init', '-q', folder);
  writeFileSync(join(folder, 'own.txt'), 'own\n');
  repo.git('-C', folder, 'add', '.');
  repo.git('-C', folder, 'commit', '-q', '-m', 'Own');
}

const isRepository = (path: string) =>
  `L-1 (login) stays open: ${path} is a separate repository, which cannot be backed up.`;

describe('a repository within a lane that closes', () => {
  it('stays when it was committed by mistake as a link to its commit', async () => {
    const lane = await repo.spawn('login');
    makeRepository(join(lane.worktreePath, 'app'));
    repo.gitIn(lane, 'add', '-A');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Scaffold');
    expect((await repo.refused(workerCancel, { lane: 'login' }, person)).message).toBe(isRepository('app'));
    expect(read(lane, 'app/own.txt')).toBe('own\n');
  });

  it('stays in an ignored folder, unless it is as its remote has it', async () => {
    repo.commit('Ignore', { '.gitignore': 'vendor/\n' });
    const lane = await repo.spawn('login', { noFetch: true });
    const dependency = join(lane.worktreePath, 'vendor', 'dep');
    repo.git('clone', '-q', repo.remote, dependency);
    writeFileSync(join(dependency, 'mine.txt'), 'mine\n');
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('vendor/dep'));
    repo.git('-C', dependency, 'add', '.');
    repo.git('-C', dependency, 'stash', '-q');
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('vendor/dep'));
    repo.git('-C', dependency, 'stash', 'drop', '-q');
    expect(await repo.ok(laneClose, { lane: 'login' }, person)).toMatchObject({
      worktree: 'removed',
      leftBehind: [{ path: 'vendor', bytes: null }],
    });
  });

  it('stays in a folder whose files belong to the lane', async () => {
    repo.commit('Library', { 'lib/a.txt': 'a\n' });
    const lane = await repo.spawn('login', { noFetch: true });
    makeRepository(join(lane.worktreePath, 'lib'));
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('lib'));
  });

  it('is a submodule whose ignored files nothing would keep', async () => {
    const part = join(repo.directory, 'part');
    makeRepository(part);
    writeFileSync(join(part, '.gitignore'), 'local.txt\nout/\n');
    repo.git('-C', part, 'add', '.');
    repo.git('-C', part, 'commit', '-q', '-m', 'Ignore');
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'part');
    repo.commit('Part');
    const lane = await repo.spawn('login', { noFetch: true });
    repo.gitIn(lane, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    write(lane, 'part/local.txt', 'local\n');
    write(lane, 'part/out/built.txt', 'built\n');
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(
      'L-1 (login) stays open: the submodule part has ignored files, which are not backed up.',
    );
    rmSync(join(lane.worktreePath, 'part', 'local.txt'));
    expect(await repo.ok(laneClose, { lane: 'login' }, person)).toMatchObject({
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
      repo.interfere = (name, when) => {
        if (name !== 'trees.writeFiles' || when !== 'before') return undefined;
        reached();
        return never();
      };
      void repo.spawn('login');
    });
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    return { worktreePath: `${repo.repository}.worktrees/login` };
  }

  it('is kept with a commit that is on no branch', async () => {
    const lane = await half();
    repo.gitIn(lane, 'checkout', '-q', '--detach');
    repo.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Late');
    const commit = repo.gitIn(lane, 'rev-parse', 'HEAD');
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect((await repo.ok(laneRescues, {})).rescues.map(({ head }) => head)).toEqual([commit]);
  });

  it('stays with a repository within', async () => {
    const lane = await half();
    makeRepository(join(lane.worktreePath, 'within'));
    expect((await repo.ok(laneRepair, {})).settled).toEqual([
      {
        lane: 'login',
        outcome: 'stuck',
        notes: [`${lane.worktreePath} stays: within is a separate repository, which cannot be backed up.`],
      },
    ]);
    expect(read(lane, 'within/own.txt')).toBe('own\n');
  });
});

describe('what a lane is closed with', () => {
  it('is what it held before its teardown', async () => {
    repo.commit('Configure', {
      '.stateroom/config.json': '{"lane":{"teardown":["rm -f notes.txt","git checkout -q -- ."]}}\n',
    });
    await repo.trustCommands();
    const lane = await repo.spawn('login', { noFetch: true });
    write(lane, 'notes.txt', 'notes\n');
    write(lane, 'README.md', 'edited\n');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect([read(lane, 'notes.txt'), read(lane, 'README.md')]).toEqual(['notes\n', 'edited\n']);
  });

  it('stays when a repository came to be in its teardown', async () => {
    repo.commit('Configure', { '.stateroom/config.json': '{"lane":{"teardown":["git init -q late"]}}\n' });
    await repo.trustCommands();
    await repo.spawn('login', { noFetch: true });
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(isRepository('late'));
  });

  it('is no older rescue where its folder was gone', async () => {
    const lane = await repo.spawn('login');
    write(lane, 'one.txt', 'one\n');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    repo.now += 1000;
    await repo.ok(workerRestore, { lane: 'login' }, person);
    repo.gitIn(lane, 'add', 'one.txt');
    repo.gitIn(lane, 'commit', '-q', '-m', 'One');
    write(lane, 'two.txt', 'two\n');
    repo.gitIn(lane, 'add', 'two.txt');
    rmSync(lane.worktreePath, { recursive: true });
    const cancelled = await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(cancelled).toMatchObject({ worktree: 'missing', rescue: null });
    const first = 'login/20261102T100000000Z';
    expect(await repo.refused(workerRestore, { lane: 'login', rescue: first }, person)).toMatchObject({
      code: 'conflict',
      message: `Git still has a worktree at ${lane.worktreePath}, with staged changes, but its folder is missing.`,
    });
    const restored = await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(restored).toMatchObject({ branch: 'feature/login', rescue: null });
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('A  two.txt');
    expect(read(lane, 'two.txt')).toBe('two\n');
  });

  it('is a split index too, and an orphaned branch, and a folder that became a link', async () => {
    repo.commit('Folder', { 'docs/a.txt': 'a\n', 'real/b.txt': 'b\n' });
    const lane = await repo.spawn('login', { noFetch: true });
    repo.gitIn(lane, 'checkout', '-q', '--orphan', 'fresh');
    rmSync(join(lane.worktreePath, 'docs'), { recursive: true });
    symlinkSync('real', join(lane.worktreePath, 'docs'));
    write(lane, 'docs/a.txt', 'beyond\n');
    write(lane, 'new.txt', 'new\n');
    repo.gitIn(lane, 'add', 'new.txt');
    repo.gitIn(lane, 'update-index', '--split-index');
    const before = repo.gitIn(lane, 'status', '--porcelain=v2', '--branch', '--untracked-files=all');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(repo.gitIn(lane, 'status', '--porcelain=v2', '--branch', '--untracked-files=all')).toBe(before);
    expect([read(lane, 'real/a.txt'), read(lane, 'docs/a.txt')]).toEqual(['beyond\n', 'beyond\n']);
  });
});

describe('what is kept', () => {
  it('is not in a mirror of the repository where git is told to hide it, as the guide says', async () => {
    await repo.spawn('login');
    const { rescue } = await repo.ok(workerCancel, { lane: 'login' }, person);
    const mirrored = (name: string): string => {
      repo.git('clone', '-q', '--mirror', `file://${repo.repository}`, join(repo.directory, name));
      return repo.git('--git-dir', join(repo.directory, name), 'for-each-ref', '--format=%(refname)');
    };
    expect(mirrored('all.git')).toBe(`refs/heads/feature/login\nrefs/heads/main\nrefs/remotes/origin/main\n${rescue}`);
    repo.git('config', 'uploadpack.hideRefs', 'refs/stateroom');
    expect(mirrored('rest.git')).toBe('refs/heads/feature/login\nrefs/heads/main\nrefs/remotes/origin/main');
  });
});

describe('a removal that is disturbed', () => {
  it('leaves the journey where the folder cannot go back, and repair names both', async () => {
    const lane = await repo.spawn('login');
    write(lane, 'new.txt', 'new\n');
    repo.interfere = (call, when) => {
      if (call !== 'journeys.write' || when !== 'before') return;
      repo.interfere = () => undefined;
      write(lane, 'in/the/way.txt', 'way\n');
      throw new Error('no space left on device');
    };
    const refusal = await repo.refused(workerCancel, { lane: 'login' }, person);
    const aside = /login\.removed-[0-9a-f]{8}/.exec(refusal.message)?.[0] ?? '';
    expect(readFileSync(join(dirname(lane.worktreePath), aside, 'new.txt'), 'utf8')).toBe('new\n');
    expect(repo.traces().intentLogs).toEqual(['login.json']);
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'stuck' }]);
    rmSync(lane.worktreePath, { recursive: true });
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect(read(lane, 'new.txt')).toBe('new\n');
  });

  it('of one lane does not hold the repair of others up', async () => {
    await repo.spawn('login');
    await repo.spawn('page');
    repo.judge = () => 'dead';
    for (const name of ['login', 'page']) {
      repo.interfere = (call, when) => {
        if (call === 'trees.remove' && when === 'before') throw new Error('disk away');
        if (call === 'journeys.remove') throw new Error('disk away');
      };
      await repo.call(workerCancel, { lane: name }, person).catch(() => undefined);
    }
    let failed = false;
    repo.interfere = (call, when) => {
      if (call !== 'trees.settleRemoval' || when !== 'before' || failed) return;
      failed = true;
      throw new Error('EACCES: permission denied');
    };
    expect((await repo.ok(laneRepair, {})).settled).toEqual([
      { lane: 'login', outcome: 'stuck', notes: ['It could not be finished: EACCES: permission denied'] },
      { lane: 'page', outcome: 'undone', notes: [] },
    ]);
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
  });

  it('never meets a tree that is not the lane’s', async () => {
    const lane = await repo.spawn('login');
    const elsewhere = join(repo.directory, 'elsewhere');
    repo.git('worktree', 'move', lane.worktreePath, elsewhere);
    repo.git('worktree', 'add', '-q', '-b', 'mine', lane.worktreePath);
    write(lane, 'mine.txt', 'mine\n');
    expect(await repo.refused(workerCancel, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^L-1 \(login\) stays open: feature\/login is checked out in .*elsewhere, and a different worktree is at /,
      ),
    });
    expect(read(lane, 'mine.txt')).toBe('mine\n');
    expect(existsSync(elsewhere)).toBe(true);
  });
});
