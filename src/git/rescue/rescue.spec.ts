import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import {
  cleanFiles,
  cleanSettings,
  DirtyTree,
  dirtyActs,
  dirtyConflicts,
  random,
} from '../../../test/support/dirtyTree.js';
import { GitProcess } from '../gitProcess.js';
import { type KeepOptions, keepWorkTree } from './keepWorkTree.js';
import { listRescues, restoreWorkTree } from './restoreWorkTree.js';

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

let repository: ScratchRepository;
let lane: string;
let tree: DirtyTree;

const gitIn = (directory: string) => new GitProcess(directory, environment);
const git = (...args: string[]): string => tree.git(...args);
const write = (path: string, content: string | Uint8Array): void => tree.write(path, content);
const look = (): unknown => tree.look();
const options = (more: Partial<KeepOptions> = {}): KeepOptions => ({
  lane: 'login',
  now: Date.UTC(2026, 10, 21, 12, 30, 5, 7),
  ignoredBytes: 0,
  secretsFolder: join(dirname(repository.path), 'secrets'),
  ...more,
});

async function keep(more: Partial<KeepOptions> = {}) {
  const gitDir = git('rev-parse', '--absolute-git-dir').trim();
  const commonDir = join(repository.path, '.git');
  return keepWorkTree({ git: gitIn(lane), root: lane, gitDir, commonDir }, options(more));
}

/** Removes worktree, branches and everything that nothing refers to, as a month later. */
async function lose(): Promise<void> {
  await repository.git('worktree', 'remove', '--force', '--force', lane);
  for (const branch of ['login', 'other']) await repository.git('branch', '-D', branch).catch(() => undefined);
  await repository.git('reflog', 'expire', '--expire=now', '--all');
  await repository.git('prune', '--expire=now');
}

async function restore(rescue: Awaited<ReturnType<typeof keep>>, git = gitIn(repository.path)) {
  return restoreWorkTree({ git, commonDir: join(repository.path, '.git'), gitIn }, rescue, {
    directory: lane,
    secretsFolder: options().secretsFolder,
  });
}

beforeEach(async () => {
  repository = await makeScratchRepository('kept', { files: cleanFiles, settings: cleanSettings });
  lane = await repository.addWorktree('login');
  tree = new DirtyTree(lane, environment);
});

afterEach(() => repository.remove());

const acts = { ...dirtyActs, ...dirtyConflicts };
const withIgnored = { ignoredBytes: 1_000_000 };

describe('a worktree that was kept, removed and restored is the same after', () => {
  it.each(Object.keys(acts))('%s', async name => {
    acts[name]?.(tree, most => most - 1);
    const before = look();
    const rescue = await keep(withIgnored);
    expect(look()).toEqual(before);
    await lose();
    expect(existsSync(lane)).toBe(false);
    const restored = await restore(rescue);
    expect(restored).toMatchObject({ directory: lane, renamedBranches: {}, missingSecrets: [] });
    expect(look()).toEqual(before);
    expect(git('fsck', '--connectivity-only', '--no-dangling')).toBe('');
  });
});

describe('generated worktrees', () => {
  const rounds = process.env.STATEROOM_RESCUES === undefined ? 6 : Number(process.env.STATEROOM_RESCUES);
  it.each(Array.from({ length: rounds }, (_, index) => index + 1))('seed %i', async seed => {
    const some = random(seed * 7919);
    const names = Object.keys(acts);
    const done = Array.from({ length: 2 + some(7) }, () => names[some(names.length)] ?? '');
    for (const name of done) acts[name]?.(tree, some);
    const before = look();
    const rescue = await keep(withIgnored);
    expect(look(), done.join(', ')).toEqual(before);
    await lose();
    await restore(rescue);
    expect(look(), done.join(', ')).toEqual(before);
  });
});

describe('a rescue', () => {
  it('has a name that sorts by time, and says what it holds', async () => {
    write('new.txt', 'x\n');
    const rescue = await keep();
    expect(rescue.ref).toBe('refs/stateroom/rescue/login/20261121T123005007Z');
    expect(rescue.manifest).toMatchObject({ lane: 'login', headRef: 'refs/heads/login', operation: null, secrets: [] });
    const later = await keep({ now: Date.UTC(2026, 10, 22) });
    expect((await listRescues(gitIn(repository.path))).map(({ ref }) => ref)).toEqual([later.ref, rescue.ref]);
    expect(await listRescues(gitIn(repository.path), 'log')).toEqual([]);
    expect((await keep()).ref).toBe('refs/stateroom/rescue/login/20261121T123005008Z');
  });

  it('leaves the index alone where a file has a new time and the same content', async () => {
    const [name = ''] = Object.keys(cleanFiles);
    utimesSync(join(lane, name), 1_700_000_000, 1_700_000_000);
    const index = lstatSync(git('rev-parse', '--path-format=absolute', '--git-path', 'index').trim());
    await keep();
    const after = lstatSync(git('rev-parse', '--path-format=absolute', '--git-path', 'index').trim());
    expect([after.ino, after.mtimeMs]).toEqual([index.ino, index.mtimeMs]);
  });

  it('never takes the place of one that is made at the same moment, nor its secrets', async () => {
    write('.env', 'KEY=1\n');
    write('new.txt', 'new\n');
    const kept = await Promise.all([keep(), keep(), keep()]);
    const root = 'refs/stateroom/rescue/login/20261121T1230050';
    expect(kept.map(({ ref }) => ref).sort()).toEqual([`${root}07Z`, `${root}08Z`, `${root}09Z`]);
    const folder = join(options().secretsFolder);
    expect(readdirSync(folder).sort()).toEqual(['20261121T123005007Z', '20261121T123005008Z', '20261121T123005009Z']);
    for (const { ref, manifest } of kept) {
      const [secret] = manifest.secrets;
      const copy = join(folder, ref.slice(ref.lastIndexOf('/') + 1), secret?.copy ?? '');
      expect([secret?.path, readFileSync(copy, 'utf8')]).toEqual(['.env', 'KEY=1\n']);
    }
  });

  it('takes a file of 20 MB along', async () => {
    write('video.dat', Buffer.alloc(20_000_000, 'moving pictures '));
    const before = look();
    const rescue = await keep();
    await lose();
    await restore(rescue);
    expect(look()).toEqual(before);
  });

  it('keeps what looks like a secret beside the store, for its owner alone, and not in git', async () => {
    const secret = 'DATABASE_PASSWORD=correct-horse-battery\n';
    write('.env', secret);
    chmodSync(join(lane, '.env'), 0o640);
    write('.env.example', 'DATABASE_PASSWORD=\n');
    const token = `ghp_${'a1B2'.repeat(9)}`;
    write('notes.txt', `use ${token}\n`);
    const before = look();
    const rescue = await keep();
    expect(rescue.manifest.secrets.map(({ path, mode }) => [path, mode])).toEqual([
      ['.env', 0o640],
      ['notes.txt', 0o644],
    ]);
    const folder = join(options().secretsFolder, '20261121T123005007Z');
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(lstatSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const everything = git('cat-file', '--batch-all-objects', '--batch', '--unordered');
    expect(everything).toContain('DATABASE_PASSWORD=\n');
    expect(everything).not.toContain('correct-horse');
    expect(everything).not.toContain(token);
    await lose();
    expect((await restore(rescue)).missingSecrets).toEqual([]);
    expect(look()).toEqual(before);
  });

  it('says which secret it cannot bring back because its copy was removed', async () => {
    write('.env', 'A=b\n');
    chmodSync(join(lane, '.env'), 0o600);
    const rescue = await keep();
    rmSync(options().secretsFolder, { recursive: true });
    await lose();
    expect((await restore(rescue)).missingSecrets).toEqual(['.env']);
  });

  it('takes ignored files along up to a size, and names what it leaves behind', async () => {
    write('out/small.txt', 'small\n');
    write('debug.log', 'log\n');
    write('out/large.txt', 'x'.repeat(5000));
    write('trace.log', 'y'.repeat(3000));
    const none = await keep();
    expect(none.manifest.leftBehind.map(({ path }) => path).sort()).toEqual(['debug.log', 'out', 'trace.log']);
    const some = await keep({ ignoredBytes: 4000, now: Date.UTC(2026, 11, 1) });
    expect(some.manifest.leftBehind).toEqual([{ path: 'out', bytes: expect.any(Number) }]);
    await lose();
    await restore(some);
    expect(readFileSync(join(lane, 'debug.log'), 'utf8')).toBe('log\n');
    expect(readFileSync(join(lane, 'trace.log'), 'utf8')).toHaveLength(3000);
    expect(existsSync(join(lane, 'out'))).toBe(false);
  });

  it('keeps commits that only the reflog of the worktree knows', async () => {
    write('own.txt', 'an hour of work\n');
    git('add', '.');
    git('commit', '--quiet', '--message=Lost');
    const lost = git('rev-parse', 'HEAD').trim();
    git('reset', '--quiet', '--hard', 'HEAD~1');
    // Nothing but the reflog names it any more.
    git('update-ref', '-d', 'ORIG_HEAD');
    await keep();
    await lose();
    expect(await repository.git('show', `${lost}:own.txt`)).toBe('an hour of work');
  });

  it('brings a branch that went on meanwhile back under another name, and leaves that one alone', async () => {
    write('a.txt', 'a\n');
    git('add', '.');
    git('commit', '--quiet', '--message=A');
    const kept = git('rev-parse', 'HEAD').trim();
    const rescue = await keep();
    await repository.git('worktree', 'remove', '--force', lane);
    await repository.git('branch', '--force', 'login', 'main');
    const restored = await restore(rescue);
    expect(restored).toMatchObject({
      branch: 'login-restored',
      renamedBranches: { 'refs/heads/login': 'refs/heads/login-restored' },
    });
    expect(git('rev-parse', 'HEAD').trim()).toBe(kept);
    expect(await repository.git('rev-parse', 'login')).toBe(await repository.git('rev-parse', 'main'));
  });

  it('is not restored over a folder that is there, which stays as it is', async () => {
    write('new.txt', 'kept\n');
    const rescue = await keep();
    write('new.txt', 'newer\n');
    await expect(restore(rescue)).rejects.toMatchObject({ name: 'RestoreRefused', reason: 'occupied' });
    expect(readFileSync(join(lane, 'new.txt'), 'utf8')).toBe('newer\n');
  });

  it('leaves a worktree alone that somebody makes there at the same moment', async () => {
    const rescue = await keep();
    await lose();
    const late = gitIn(repository.path);
    const run = late.run.bind(late);
    late.run = async (words, call) => {
      if (words.includes('add')) {
        await repository.git('worktree', 'add', '--quiet', '-b', 'theirs', lane);
        write('theirs.txt', 'an hour of work\n');
      }
      return run(words, call);
    };
    await expect(restore(rescue, late)).rejects.toMatchObject({ name: 'GitFailure' });
    expect(readFileSync(join(lane, 'theirs.txt'), 'utf8')).toBe('an hour of work\n');
    // The branch that was made for it is gone again.
    expect(await repository.git('branch', '--list', 'login')).toBe('');
  });

  it('is not restored where git alone still knows what was staged in a folder that is gone', async () => {
    const rescue = await keep();
    write('new.txt', 'staged\n');
    git('add', 'new.txt');
    rmSync(lane, { recursive: true });
    await expect(restore(rescue)).rejects.toMatchObject({ name: 'RestoreRefused', reason: 'occupied' });
    expect(existsSync(join(repository.path, '.git', 'worktrees', 'login', 'index'))).toBe(true);
  });

  it('keeps a secret out of git in a file that git was told not to look at', async () => {
    write('settings.txt', 'none\n');
    git('add', '.');
    git('commit', '--quiet', '--message=Settings');
    git('update-index', '--skip-worktree', 'settings.txt');
    write('settings.txt', `${['ghp', 'a1B2'.repeat(9)].join('_')}\n`);
    const { manifest } = await keep();
    expect(manifest.secrets.map(({ path }) => path)).toEqual(['settings.txt']);
  });

  it('runs nothing that the repository brings', async () => {
    const hooks = join(repository.path, '.git', 'hooks');
    for (const name of ['post-checkout', 'reference-transaction', 'post-index-change']) {
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch "${hooks}/ran-${name}"\n`, { mode: 0o755 });
    }
    write('new.txt', 'x\n');
    const rescue = await keep();
    rmSync(lane, { recursive: true });
    rmSync(join(repository.path, '.git', 'worktrees', 'login'), { recursive: true });
    await restore(rescue);
    expect(readdirSync(hooks).filter(name => name.startsWith('ran-'))).toEqual([]);
  });
});
