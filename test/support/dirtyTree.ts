import { execFileSync } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
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

/** Gives whole numbers below `most`. */
export type Some = (most: number) => number;

/** Numbers that come again with the same seed. */
export function random(seed: number): Some {
  let state = seed;
  return most => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % most;
  };
}

/** What a repository holds for the acts below, committed on `main`. */
export const cleanFiles: Readonly<Record<string, string>> = {
  'src/a.ts': 'one\ntwo\nthree\nfour\nfive\n',
  'src/b.ts': 'b\n',
  'src/deep/c.ts': 'c\n',
  'run.sh': '#!/bin/sh\n',
  'dos.txt': 'first\r\nsecond\r\n',
  '.gitignore': 'out/\n*.log\n',
  '.gitattributes': 'dos.txt text eol=crlf\n*.auto text=auto\n*.bin filter=pointer\n*.lfs -text\n',
  'large.bin': 'the large content\n',
};

/** As large file storage does: what is committed is another text than what is in the folder. */
export const cleanSettings: Readonly<Record<string, string>> = {
  'filter.pointer.clean': 'sed s/^/pointer:/',
  'filter.pointer.smudge': 'sed s/^pointer://',
};

/** A worktree that a test makes dirty, read with nothing of the code under test. */
export class DirtyTree {
  constructor(
    readonly directory: string,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  path(name: string): string {
    return join(this.directory, name);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** What git printed. */
  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.directory,
      env: this.environment,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Git that may fail, as a merge with conflicts does: what it leaves is what is wanted. */
  gitOrNot(...args: string[]): void {
    try {
      this.git(...args);
    } catch {
      // See above.
    }
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    rmSync(this.path(name), { force: true });
    writeFileSync(this.path(name), content);
  }

  remove(name: string): void {
    rmSync(this.path(name), { force: true, recursive: true });
  }

  /**
   * Everything that a person could miss: files, links and folders with their modes and contents, but for those named; the
   * index with its flags; what git says of the tree; HEAD and whatever is in progress.
   */
  look(passed: readonly string[] = []): unknown {
    const gitDir = this.git('rev-parse', '--absolute-git-dir').trim();
    return {
      files: entriesOf(this.directory, ['.git', ...passed]),
      stages: this.git('ls-files', '--stage', '-z'),
      flags: this.git('ls-files', '-v', '-z'),
      resolved: this.git('ls-files', '--resolve-undo', '-z'),
      status: this.git('status', '--porcelain=v2', '--branch', '--ignored', '-z'),
      head: readFileSync(join(gitDir, 'HEAD'), 'utf8'),
      // What git writes again, or for itself.
      state: entriesOf(gitDir, ['index', 'commondir', 'gitdir', 'logs', 'refs', 'FETCH_HEAD', 'HEAD']),
    };
  }
}

/** Paths below a folder with kind, mode and content, in their order; a file’s content as its hash. */
function entriesOf(directory: string, passed: readonly string[]): unknown[] {
  const found: unknown[] = [];
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(directory, folder)).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (passed.includes(path)) continue;
      const full = join(directory, path);
      const kind = lstatSync(full);
      const mode = (kind.mode & 0o777).toString(8);
      if (kind.isSymbolicLink()) found.push([path, 'link', readlinkSync(full)]);
      else if (kind.isDirectory()) {
        found.push([path, 'folder', mode]);
        walk(path);
      } else found.push([path, mode, createHash('sha256').update(readFileSync(full)).digest('hex')]);
    }
  };
  walk('');
  return found;
}

/** Acts that make a tree dirty, by name; each does what it can in whatever state it finds. */
export const dirtyActs: Readonly<Record<string, (tree: DirtyTree, some: Some) => void>> = {
  'an edit': (tree, some) => tree.write('src/a.ts', `one\ntwo ${some(9)}\nthree\nfour\nfive\n`),
  'a staged edit': (tree, some) => {
    tree.write('src/b.ts', `staged ${some(9)}\n`);
    tree.gitOrNot('add', 'src/b.ts');
  },
  'a staged edit that was edited again': (tree, some) => {
    tree.write('src/b.ts', `staged ${some(9)}\n`);
    tree.gitOrNot('add', 'src/b.ts');
    tree.write('src/b.ts', `and again ${some(9)}\n`);
  },
  'a deletion': tree => tree.remove('src/deep/c.ts'),
  'a staged deletion': tree => tree.gitOrNot('rm', '--quiet', '--force', 'src/deep/c.ts'),
  'a file out of the index that is still there': tree => tree.gitOrNot('rm', '--quiet', '--cached', 'run.sh'),
  'a rename': tree => {
    mkdirSync(tree.path('moved'), { recursive: true });
    tree.gitOrNot('mv', 'README.md', 'moved/READ ME.md');
  },
  'a rename by hand': tree => {
    if (tree.has('src/b.ts')) renameSync(tree.path('src/b.ts'), tree.path('src/z.ts'));
  },
  'a new file': (tree, some) => tree.write(`new/${some(5)}.txt`, `${some(1000)}\n`),
  'a new file that is staged': (tree, some) => {
    tree.write('staged.txt', `${some(1000)}\n`);
    tree.gitOrNot('add', 'staged.txt');
  },
  'a file that is meant to be added': tree => {
    tree.write('intended.txt', 'later\n');
    tree.gitOrNot('add', '--intent-to-add', 'intended.txt');
  },
  'an executable bit': tree => {
    if (tree.has('dos.txt')) chmodSync(tree.path('dos.txt'), 0o755);
  },
  'a staged executable bit': tree => tree.gitOrNot('update-index', '--chmod=+x', 'src/a.ts'),
  'modes that git does not keep': tree => {
    for (const mode of [0o600, 0o664, 0o775, 0o444, 0o700]) {
      tree.remove(`mode-${mode}.txt`);
      tree.write(`mode-${mode}.txt`, 'mine\n');
      chmodSync(tree.path(`mode-${mode}.txt`), mode);
    }
  },
  'a closed folder': tree => {
    tree.write('closed/inner/file.txt', 'closed\n');
    chmodSync(tree.path('closed/inner'), 0o700);
    chmodSync(tree.path('closed'), 0o750);
  },
  'a link': (tree, some) => {
    tree.remove('link');
    symlinkSync(['src/a.ts', '../nowhere', 'a b\nc'][some(3)] ?? '', tree.path('link'));
  },
  'a link in place of a file': tree => {
    tree.remove('run.sh');
    symlinkSync('src/a.ts', tree.path('run.sh'));
  },
  'a folder in place of a file': tree => {
    tree.remove('run.sh');
    tree.write('run.sh/inner', 'x\n');
  },
  'an empty folder': tree => mkdirSync(tree.path('empty/inner'), { recursive: true }),
  'names of all kinds': tree => {
    tree.write('ünïcode 漢字.txt', 'u\n');
    tree.write('line\nbreak.txt', 'n\n');
    tree.write(' lead and trail ', 's\n');
    tree.write('"quoted"\t.txt', 'q\n');
    tree.write('-rf', 'd\n');
    tree.write(':(top)magic', 'm\n');
    tree.write('decomposed u\u0308.txt', 'd\n');
    tree.gitOrNot('add', '--', 'line\nbreak.txt', 'ünïcode 漢字.txt');
  },
  'line ends of both kinds': (tree, some) => {
    tree.write('dos.txt', ['a\r\nb\n', 'a\nb\n', 'a\r\nb\r\n'][some(3)] ?? '');
    tree.write('x.auto', 'a\r\nb\n');
    tree.gitOrNot('add', 'x.auto');
    tree.write('x.auto', 'a\nb\r\n');
  },
  'line ends that git turned round': tree => {
    tree.gitOrNot('config', 'core.autocrlf', 'true');
    tree.write('src/a.ts', 'one\ntwo\nthree\nfour\nfive\n');
  },
  'bytes that are no text': (tree, some) =>
    tree.write(
      'bytes.dat',
      Uint8Array.from({ length: 1000 }, (_, at) => (at * 7 + some(9)) % 256),
    ),
  'a file behind a filter': (tree, some) => {
    tree.write('large.bin', `large ${some(9)}\n`);
    tree.gitOrNot('add', 'large.bin');
    tree.write('large.bin', `larger ${some(9)}\n`);
  },
  'a pointer of large file storage': (tree, some) => {
    const hash = createHash('sha256')
      .update(`${some(1000)}`)
      .digest('hex');
    tree.write('model.lfs', `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize 4096\n`);
    if (some(2) === 0) tree.gitOrNot('add', 'model.lfs');
  },
  'marks in the index': tree => {
    tree.gitOrNot('update-index', '--assume-unchanged', 'src/b.ts');
    tree.gitOrNot('update-index', '--skip-worktree', 'dos.txt');
  },
  'ignored files': tree => {
    tree.write('out/built.js', 'built\n');
    tree.write('debug.log', 'log\n');
  },
  'a commit of its own': (tree, some) => {
    tree.write('own.txt', `${some(1000)}\n`);
    tree.gitOrNot('add', 'own.txt');
    tree.gitOrNot('commit', '--quiet', '--message=Own');
  },
  'a detached HEAD with a commit': (tree, some) => {
    tree.gitOrNot('checkout', '--quiet', '--detach');
    tree.write('detached.txt', `${some(1000)}\n`);
    tree.gitOrNot('add', 'detached.txt');
    tree.gitOrNot('commit', '--quiet', '--message=Detached');
  },
};

/** Operations that stop in the middle, by name: the index holds a file in conflict afterwards. */
export const dirtyConflicts: Readonly<Record<string, (tree: DirtyTree, some: Some) => void>> = {
  'a merge with a conflict': (tree, some) => conflict(tree, some, ['merge', '--no-edit', 'other']),
  'a rebase with a conflict': (tree, some) => conflict(tree, some, ['rebase', 'other']),
  'a cherry-pick with a conflict': (tree, some) => conflict(tree, some, ['cherry-pick', 'other']),
};

/** A file of 20 MB that cannot be made smaller, another one for each seed. */
export function writeLargeBinary(tree: DirtyTree, seed: number): void {
  const key = createHash('sha256').update(`${seed}`).digest();
  tree.write('video.dat', createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(20_000_000)));
}

/** Both sides change the same line; whatever is dirty is committed first. */
function conflict(tree: DirtyTree, some: Some, command: readonly string[]): void {
  tree.gitOrNot('add', '--all');
  tree.gitOrNot('commit', '--quiet', '--allow-empty', '--message=Before');
  tree.gitOrNot('branch', '--force', 'other', 'main');
  tree.gitOrNot('switch', '--quiet', 'other');
  tree.write('src/a.ts', `one\nTHEIRS ${some(9)}\nthree\nfour\nfive\n`);
  tree.gitOrNot('commit', '--quiet', '--all', '--message=Theirs');
  tree.gitOrNot('switch', '--quiet', '-');
  tree.write('src/a.ts', `one\nOURS ${some(9)}\nthree\nfour\nfive\n`);
  tree.gitOrNot('commit', '--quiet', '--all', '--message=Ours');
  tree.gitOrNot(...command);
}
