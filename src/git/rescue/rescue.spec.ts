import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import { GitProcess } from '../gitProcess.js';
import { type KeepOptions, keepWorkTree } from './keepWorkTree.js';
import { listRescues, restoreWorkTree } from './restoreWorkTree.js';

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

let repository: ScratchRepository;
let lane: string;

const gitIn = (directory: string) => new GitProcess(directory, environment);
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: lane, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
/** Git that may fail, as a merge with conflicts does. */
const gitOrNot = (...args: string[]): void => {
  try {
    git(...args);
  } catch {
    // What it leaves is what is wanted.
  }
};
const write = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(lane, path)), { recursive: true });
  rmSync(join(lane, path), { force: true });
  writeFileSync(join(lane, path), text);
};
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

/** Removes work tree, branches and everything that nothing refers to, as a month later. */
async function lose(): Promise<void> {
  await repository.git('worktree', 'remove', '--force', '--force', lane);
  for (const branch of ['login', 'other']) await repository.git('branch', '-D', branch).catch(() => undefined);
  await repository.git('reflog', 'expire', '--expire=now', '--all');
  await repository.git('prune', '--expire=now');
}

async function restore(rescue: Awaited<ReturnType<typeof keep>>) {
  return restoreWorkTree({ git: gitIn(repository.path), commonDir: join(repository.path, '.git'), gitIn }, rescue, {
    directory: lane,
    secretsFolder: options().secretsFolder,
  });
}

/** Everything that a person could miss, read with nothing of the code under test. */
function look(): unknown {
  const files: unknown[] = [];
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(lane, folder)).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (path === '.git') continue;
      const kind = lstatSync(join(lane, path));
      if (kind.isSymbolicLink()) files.push([path, 'link', readlinkSync(join(lane, path))]);
      else if (kind.isDirectory()) {
        files.push([path, 'folder']);
        walk(path);
      } else {
        const digest = createHash('sha256')
          .update(readFileSync(join(lane, path)))
          .digest('hex');
        files.push([path, (kind.mode & 0o777).toString(8), digest]);
      }
    }
  };
  walk('');
  const gitDir = git('rev-parse', '--absolute-git-dir').trim();
  const marks = [
    'MERGE_HEAD',
    'MERGE_MSG',
    'CHERRY_PICK_HEAD',
    'REVERT_HEAD',
    'rebase-merge/git-rebase-todo',
    'rebase-merge/done',
  ];
  return {
    files,
    stages: git('ls-files', '--stage', '-z'),
    flags: git('ls-files', '-v', '-z'),
    status: git('status', '--porcelain=v2', '--branch', '--ignored', '-z'),
    head: readFileSync(join(gitDir, 'HEAD'), 'utf8'),
    marks: marks.map(mark => (existsSync(join(gitDir, mark)) ? readFileSync(join(gitDir, mark), 'utf8') : null)),
  };
}

beforeEach(async () => {
  repository = await makeScratchRepository('kept');
  for (const [path, text] of [
    ['src/a.ts', 'one\ntwo\nthree\nfour\nfive\n'],
    ['src/b.ts', 'b\n'],
    ['src/deep/c.ts', 'c\n'],
    ['run.sh', '#!/bin/sh\n'],
    ['dos.txt', 'first\r\nsecond\r\n'],
    ['.gitignore', 'out/\n*.log\n'],
    ['.gitattributes', 'dos.txt text eol=crlf\n*.auto text=auto\n*.bin filter=pointer\n'],
    ['large.bin', 'the large content\n'],
  ] as const) {
    await repository.write(path, text);
  }
  // As large file storage does: what is committed is another text than what stands in the folder.
  await repository.git('config', 'filter.pointer.clean', 'sed s/^/pointer:/');
  await repository.git('config', 'filter.pointer.smudge', 'sed s/^pointer://');
  await repository.git('add', '.');
  await repository.git('commit', '--quiet', '--message=Files');
  lane = await repository.addWorktree('login');
});

afterEach(() => repository.remove());

/** Acts that make a tree dirty, by name; each does what it can in whatever state it finds. */
const acts: Readonly<Record<string, (some: (most: number) => number) => void>> = {
  'an edit': some => write('src/a.ts', `one\ntwo ${some(9)}\nthree\nfour\nfive\n`),
  'a staged edit': some => {
    write('src/b.ts', `staged ${some(9)}\n`);
    gitOrNot('add', 'src/b.ts');
  },
  'a staged edit that was edited again': some => {
    write('src/b.ts', `staged ${some(9)}\n`);
    gitOrNot('add', 'src/b.ts');
    write('src/b.ts', `and again ${some(9)}\n`);
  },
  'a deletion': () => rmSync(join(lane, 'src/deep/c.ts'), { force: true }),
  'a staged deletion': () => gitOrNot('rm', '--quiet', '--force', 'src/deep/c.ts'),
  'a file out of the index that is still there': () => gitOrNot('rm', '--quiet', '--cached', 'run.sh'),
  'a rename': () => gitOrNot('mv', 'README.md', 'moved/READ ME.md'),
  'a rename by hand': () => {
    if (existsSync(join(lane, 'src/b.ts'))) renameSync(join(lane, 'src/b.ts'), join(lane, 'src/z.ts'));
  },
  'a new file': some => write(`new/${some(5)}.txt`, `${some(1000)}\n`),
  'a new file that is staged': some => {
    write('staged.txt', `${some(1000)}\n`);
    gitOrNot('add', 'staged.txt');
  },
  'a file that is meant to be added': () => {
    write('intended.txt', 'later\n');
    gitOrNot('add', '--intent-to-add', 'intended.txt');
  },
  'an executable bit': () => chmodSync(join(lane, 'dos.txt'), 0o755),
  'a staged executable bit': () => gitOrNot('update-index', '--chmod=+x', 'src/a.ts'),
  'a mode that git does not keep': () => {
    write('private.txt', 'mine\n');
    chmodSync(join(lane, 'private.txt'), 0o600);
  },
  'a link': some => {
    rmSync(join(lane, 'link'), { force: true });
    symlinkSync(['src/a.ts', '../nowhere', 'a b\nc'][some(3)] ?? '', join(lane, 'link'));
  },
  'a link in place of a file': () => {
    rmSync(join(lane, 'run.sh'), { force: true, recursive: true });
    symlinkSync('src/a.ts', join(lane, 'run.sh'));
  },
  'a folder in place of a file': () => {
    rmSync(join(lane, 'run.sh'), { force: true, recursive: true });
    write('run.sh/inner', 'x\n');
  },
  'an empty folder': () => mkdirSync(join(lane, 'empty/inner'), { recursive: true }),
  'names of all kinds': () => {
    write('ünïcode 漢字.txt', 'u\n');
    write('line\nbreak.txt', 'n\n');
    write(' lead and trail ', 's\n');
    write('"quoted"\t.txt', 'q\n');
    write('-rf', 'd\n');
    write(':(top)magic', 'm\n');
  },
  'line ends of both kinds': some => {
    write('dos.txt', ['a\r\nb\n', 'a\nb\n', 'a\r\nb\r\n'][some(3)] ?? '');
    write('x.auto', 'a\r\nb\n');
    gitOrNot('add', 'x.auto');
    write('x.auto', 'a\nb\r\n');
  },
  'line ends that git turned round': () => {
    gitOrNot('config', 'core.autocrlf', 'true');
    write('src/a.ts', 'one\ntwo\nthree\nfour\nfive\n');
  },
  'bytes that are no text': some =>
    write(
      'bytes.dat',
      Uint8Array.from({ length: 1000 }, (_, at) => (at * 7 + some(9)) % 256),
    ),
  'a file behind a filter': some => {
    write('large.bin', `large ${some(9)}\n`);
    gitOrNot('add', 'large.bin');
    write('large.bin', `larger ${some(9)}\n`);
  },
  'marks in the index': () => {
    gitOrNot('update-index', '--assume-unchanged', 'src/b.ts');
    gitOrNot('update-index', '--skip-worktree', 'dos.txt');
  },
  'a commit of its own': some => {
    write('own.txt', `${some(1000)}\n`);
    gitOrNot('add', 'own.txt');
    gitOrNot('commit', '--quiet', '--message=Own');
  },
  'a detached HEAD with a commit': some => {
    gitOrNot('checkout', '--quiet', '--detach');
    write('detached.txt', `${some(1000)}\n`);
    gitOrNot('add', 'detached.txt');
    gitOrNot('commit', '--quiet', '--message=Detached');
  },
  'a merge with a conflict': some => conflict(some, ['merge', '--no-edit', 'other']),
  'a rebase with a conflict': some => conflict(some, ['rebase', 'other']),
  'a cherry-pick with a conflict': some => conflict(some, ['cherry-pick', 'other']),
};

/** Both sides change the same line; whatever is dirty is committed first. */
function conflict(some: (most: number) => number, command: readonly string[]): void {
  gitOrNot('add', '--all');
  gitOrNot('commit', '--quiet', '--allow-empty', '--message=Before');
  gitOrNot('branch', '--force', 'other', 'main');
  gitOrNot('switch', '--quiet', 'other');
  write('src/a.ts', `one\nTHEIRS ${some(9)}\nthree\nfour\nfive\n`);
  gitOrNot('commit', '--quiet', '--all', '--message=Theirs');
  gitOrNot('switch', '--quiet', '-');
  write('src/a.ts', `one\nOURS ${some(9)}\nthree\nfour\nfive\n`);
  gitOrNot('commit', '--quiet', '--all', '--message=Ours');
  gitOrNot(...command);
}

describe('a work tree that was kept, removed and restored is the same after', () => {
  it.each(Object.keys(acts))('%s', async name => {
    acts[name]?.(most => most - 1);
    const before = look();
    const rescue = await keep();
    expect(look()).toEqual(before);
    await lose();
    expect(existsSync(lane)).toBe(false);
    const restored = await restore(rescue);
    expect(restored).toMatchObject({ directory: lane, renamedBranches: {}, missingSecrets: [] });
    expect(look()).toEqual(before);
    expect(git('fsck', '--connectivity-only', '--no-dangling')).toBe('');
  });
});

/** Numbers that come again with the same seed. */
function random(seed: number): (most: number) => number {
  let state = seed;
  return most => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % most;
  };
}

describe('generated work trees', () => {
  const rounds = process.env.STATEROOM_RESCUES === undefined ? 6 : Number(process.env.STATEROOM_RESCUES);
  it.each(Array.from({ length: rounds }, (_, index) => index + 1))('seed %i', async seed => {
    const some = random(seed * 7919);
    const names = Object.keys(acts);
    const done = Array.from({ length: 2 + some(7) }, () => names[some(names.length)] ?? '');
    for (const name of done) acts[name]?.(some);
    const before = look();
    const rescue = await keep();
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
    await expect(keep()).rejects.toThrow('reference already exists');
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

  it('keeps commits that only the reflog of the work tree knows', async () => {
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
