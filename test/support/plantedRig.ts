import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { sha256 } from '../../src/platform/sha256.js';
import { makeHome } from './installRig.js';
import { type MemoryRun, runInMemory } from './memoryHost.js';

/** A home directory with a clone in it, and what must not change: a tree beside the clone, and the clone's `.git`. */
export interface Planted {
  readonly home: string;
  readonly root: string;
  readonly outside: string;
  /** Runs a command line as a person at a terminal. */
  run(line: string, directory?: string, variables?: Readonly<Record<string, string>>): Promise<MemoryRun>;
  write(name: string, text: string | Uint8Array): void;
  link(name: string, target: string): void;
  ledger(content: object): void;
  read(name: string): string;
  /** Every name outside the worktree with its kind, mode, owner, content and link target, without what installs the git hooks. */
  canary(): Record<string, string>;
  git(...args: string[]): string;
}

/** What a program leaves that should not have been started. */
export const marker = 'started-by-a-clone';

let template: string | undefined;

/** Makes a home with a clone as git makes it, from one that is made once; it is removed after the test. */
export function planted(): Planted {
  template ??= makeTemplate();
  const home = makeHome('planted');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(template, home, { recursive: true, verbatimSymlinks: true });
  const root = join(home, 'code', 'shop');
  const environment = { HOME: home, PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' };
  return {
    ...{ home, root, outside: join(home, 'outside') },
    async run(line, directory = root, variables = {}) {
      const options = { directory, environment: { ...environment, ...variables }, terminal: true, stdin: 'y' };
      return runInMemory(line.split(' '), options);
    },
    write(name, text) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    },
    link(name, target) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      symlinkSync(target, join(root, name));
    },
    ledger(content) {
      mkdirSync(join(root, '.stateroom'), { recursive: true });
      const whole = { version: 1, stateroom: '0.1.0', agents: ['claude-code'], folders: [], files: [], ...content };
      writeFileSync(join(root, '.stateroom', 'installed.json'), JSON.stringify(whole));
    },
    read: name => readFileSync(join(root, name), 'utf8'),
    canary: () => ({ ...hashesOf(home, 'outside'), ...hashesOf(home, 'code/other'), ...hashesOf(root, '.git') }),
    git: (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', env: environment }),
  };
}

/** A line of a list that says that `path` is as it is now and was otherwise before. */
export function listed(clone: Planted, path: string, more: object = {}) {
  const text = existsSync(join(clone.root, path)) ? readFileSync(join(clone.root, path), 'utf8') : '';
  const hash = sha256(text);
  return {
    ...{ path, created: false, folders: [], after: hash, undo: { at: 0, removed: '', added: 0 } },
    pieces: [{ kind: 'file', hash }],
    ...more,
  };
}

/** What a person runs in a clone, from the first install to the last. */
export const all = [
  'install --project --agents claude-code,codex --yes',
  'update --project --yes',
  'doctor --fix --yes',
  'uninstall --project --yes',
];

/** Runs commands, and has nothing outside of the worktree's files changed; what they print, and their exit codes. */
export async function tried(clone: Planted, lines: readonly string[]): Promise<{ text: string; codes: number[] }> {
  const before = clone.canary();
  const codes: number[] = [];
  let text = '';
  for (const line of lines) {
    const { code, stdout, stderr } = await clone.run(line);
    codes.push(code);
    text += `${stdout}${stderr}`;
    expect(clone.canary(), line).toEqual(before);
  }
  clone.git('status');
  expect(existsSync(join(clone.root, marker))).toBe(false);
  // What fails says what was refused, and never what the system said or where the home directory is.
  expect(text).not.toMatch(/E(LOOP|NOENT|ACCES|ISDIR|INVAL)|Internal error|canary/);
  return { text, codes };
}

function makeTemplate(): string {
  const home = makeHome('planted');
  // Other files of specs in the same process use it too.
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const git = (folder: string, ...args: string[]) => {
    const env = { HOME: home, PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1' };
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd: folder, env, stdio: 'ignore' });
  };
  for (const name of ['shop', 'other']) {
    const folder = join(home, 'code', name);
    mkdirSync(folder, { recursive: true });
    git(folder, 'init', '-q', '-b', 'main');
    writeFileSync(join(folder, 'README.md'), `# ${name}\n`);
    git(folder, 'add', '.');
    git(folder, 'commit', '-qm', 'Begin');
  }
  const outside = join(home, 'outside');
  mkdirSync(join(outside, 'empty', 'deep'), { recursive: true });
  mkdirSync(join(outside, 'hooks'));
  writeFileSync(join(outside, 'credentials'), 'aws_secret_access_key = canary\n', { mode: 0o600 });
  writeFileSync(join(outside, 'guide.md'), '@AGENTS.md\n');
  symlinkSync('credentials', join(outside, 'link'));
  return home;
}

function hashesOf(above: string, name: string): Record<string, string> {
  const found: Record<string, string> = {};
  const look = (way: string) => {
    if (way === '.git/stateroom') return;
    const path = join(above, way);
    const { mode, uid, gid } = lstatSync(path);
    const stat = lstatSync(path);
    const content = stat.isSymbolicLink()
      ? readlinkSync(path)
      : stat.isFile()
        ? sha256(
            readFileSync(path)
              .toString('latin1')
              .replace(/\thooksPath = .*\/\.git\/stateroom\/hooks\n/, ''),
          )
        : 'no file';
    found[way] = `${mode.toString(8)} ${uid}:${gid} ${content}`;
    if (stat.isDirectory()) for (const each of readdirSync(path)) look(`${way}/${each}`);
  };
  if (existsSync(join(above, name))) look(name);
  return found;
}
