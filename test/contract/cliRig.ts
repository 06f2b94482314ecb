import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { madeOnce, untidied } from '../support/madeOnce.js';
import { onTerminal, scriptProgram } from '../support/onTerminal.js';

const root = resolve(import.meta.dirname, '..', '..');
/** The built program; `npm run build` makes it. */
export const programFile = join(root, 'dist', 'cli.mjs');
/** The Node.js that a user would run it with, not the one of the tools. */
export const userNode = process.env.STATEROOM_USER_NODE ?? process.execPath;

export interface RunOptions {
  readonly cwd: string;
  readonly actor?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** User and group to run as. */
  readonly uid?: number;
  /** What is run instead of the built program. */
  readonly program?: string;
}

export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const directories: string[] = [];
const children: ChildProcessWithoutNullStreams[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  // Lanes lie next to the repository.
  for (const directory of directories.splice(0))
    for (const folder of [`${directory}.worktrees`, directory])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** A temporary directory, gone after the test. */
export function makeDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-cli-')));
  directories.push(directory);
  return directory;
}

/** A real git repository with one commit, gone after the test. */
export function makeRepository(): string {
  const directory = makeDirectory();
  madeOnce('a repository', directory, () => {
    git(directory, 'init', '-q', '-b', 'main');
    git(directory, 'config', 'user.name', 'Ann');
    git(directory, 'config', 'user.email', 'ann@example.com');
    writeFileSync(join(directory, 'README.md'), 'A repository.\n');
    git(directory, 'add', '.');
    git(directory, 'commit', '-q', '-m', 'Begin');
    untidied(directory);
  });
  return directory;
}

export function git(directory: string, ...words: string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'safe.directory=*', ...words], {
    cwd: directory,
    env: cleanEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Where the store of a repository is. */
export function storeOf(repository: string): string {
  return join(repository, '.git', 'stateroom');
}

/** What a program needs to run, without the marks of an agent, git's own variables and the settings of whoever tests. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: `${dirname(userNode)}:${process.env.PATH ?? ''}`,
    HOME: tmpdir(),
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...more,
  };
}

/** The lines that a started program has printed so far. */
export function linesOf(child: ReturnType<typeof start>): string[] {
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  return lines;
}

/** Starts the program; ended after the test if it still runs. */
export function start(args: readonly string[], options: RunOptions): ChildProcessWithoutNullStreams {
  const child = spawn(userNode, [options.program ?? programFile, ...args], {
    cwd: options.cwd,
    env: cleanEnvironment({
      ...(options.actor === undefined ? {} : { STATEROOM_ACTOR: options.actor }),
      ...options.env,
    }),
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  children.push(child);
  return child;
}

/** Runs the program to its end. */
export function run(args: readonly string[], options: RunOptions): Promise<Run> {
  const child = start(args, options);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return finished(child);
}

/** What a started program has said and how it ended. */
export function finished(child: ChildProcessWithoutNullStreams): Promise<Run> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => done({ code, signal, stdout, stderr }));
  });
}

/** The words with `--json`, which is not for a program that is named after `--`. */
export function withJson(args: readonly string[]): string[] {
  return args.includes('--') ? args.toSpliced(args.indexOf('--'), 0, '--json') : [...args, '--json'];
}

/** Runs with `--json` and takes a refusal for a failure of the test; the operation's answer. */
export async function answer(args: readonly string[], options: RunOptions): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(withJson(args), options);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  const { ok, data } = JSON.parse(stdout) as { ok: boolean; data: Record<string, unknown> };
  if (!ok) throw new Error(`${args.join(' ')} is not ok`);
  return data;
}

/**
 * One value for all names and contents below a directory; `absent` when it is not there. When an agent was seen is left out: each call
 * records that, also one that changes nothing.
 */
export function hashOf(directory: string): string {
  if (!existsSync(directory)) return 'absent';
  const hash = createHash('sha256');
  const walk = (path: string): void => {
    for (const name of readdirSync(path).sort()) {
      if (name === 'presence') continue;
      const full = join(path, name);
      const stat = lstatSync(full);
      hash.update(`${relative(directory, full)} ${stat.mode} `);
      if (stat.isDirectory()) walk(full);
      else if (stat.isFile()) hash.update(readFileSync(full));
    }
  };
  walk(directory);
  return hash.digest('hex');
}

/** Waits until a condition holds, by looking again. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`it never came to be that ${what}`);
    await new Promise(done => setTimeout(done, 10));
  }
}

/** A file in a directory that may have to be made. */
export function writeIn(directory: string, name: string, text: string): string {
  const file = join(directory, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Why nothing can be run on a terminal here; undefined when it can. */
export const missingTerminal = existsSync(scriptProgram)
  ? undefined
  : 'there is no script(1) to make a terminal; install util-linux';

/** Runs the program on a terminal of its own, as a person would; what the terminal showed and the exit code. */
export function runOnTerminal(
  args: readonly string[],
  options: RunOptions & { readonly columns?: number },
): Promise<Run> {
  const terminal = onTerminal([userNode, options.program ?? programFile, ...args], options.columns);
  const child = spawn(terminal.program, terminal.args, {
    cwd: options.cwd,
    env: cleanEnvironment({ TERM: 'xterm-256color', SHELL: '/bin/sh', ...options.env }),
  });
  children.push(child);
  // Ending its input ends the terminal: it stays open until the program has ended.
  return finished(child).then(done => ({ ...done, stdout: done.stdout.replaceAll('\r\n', '\n') }));
}
