import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';
import { RefusalError, refusalError, refuse } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';
import { commandRunner } from '../platform/runCommand.js';
import { gitClient } from './gitClient.js';
import { GitFailure } from './gitFailure.js';
import { gitDirectoryOf } from './repositoryLocation.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface GitCall {
  /** Sent to its stdin, which is closed at once otherwise: nothing may wait for a terminal. */
  readonly input?: string;
  /** Variables of this call alone, as `GIT_INDEX_FILE`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Exit codes besides 0 that are an answer, not a failure. */
  readonly answers?: readonly number[];
  /**
   * True for an act done in the user's name, as a commit or a push: the repository's hooks run. Every other call runs none of
   * them, because a hook could change what is read, or end a longer act in the middle.
   */
  readonly runsHooks?: boolean;
  /** Stops git; the call rejects then. */
  readonly signal?: AbortSignal;
  /**
   * Set for a call that asks a remote: git and all that it starts, as ssh, are ended together by `signal`, which rejects with a
   * refusal, and after `limitMs`, which rejects with a `GitFailure` of `noAnswer`. Such a call gets no `input`.
   */
  readonly network?: { readonly limitMs?: number };
  /** True to ask git as everybody else in that directory would: a setting may make it work on another folder. */
  readonly asFound?: boolean;
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: string;
}

/** Git's variables that say who the user is and how git is set up; all others name a repository or come from a hook. */
const keptVariables =
  /^git_(author|committer)_|^git_config_(global|system|nosystem|count|key_\d+|value_\d+)$|^git_ssh/i;

/** What the library guards although git is never given it here: programs that would wait for a person. */
const dropped = /^(editor|visual|pager|prefix|ssh_askpass)$/i;

/**
 * Tells hooks that an operation of ours runs git, for lanes that leave it to us. Who sets it himself is distinguished by nothing:
 * it guards against mistakes.
 */
const ownGitVariable = 'STATEROOM_OWN_GIT';

/**
 * Git reads what commits, trees and files are, not what `git replace` or a graft says in their place: whoever can write the
 * repository could else show another history to every check. No file can be below one, so no graft is read.
 */
const asStored = { GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: '/dev/null/none' };

/**
 * What git may inherit. A hook's environment names the repository, the index and more of the hook's caller; with
 * them git would answer for another place than it is asked in.
 */
export function gitEnvironment(inherited: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value === undefined || dropped.test(name)) continue;
    if (!/^git_/i.test(name) || keptVariables.test(name)) kept[name] = value;
  }
  return {
    ...kept,
    ...asStored,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // Of the three variables for the language, this wins. Texts and names of files stay as they are in UTF-8.
    LC_ALL: 'C.UTF-8',
    LANGUAGE: '',
    [ownGitVariable]: '1',
  };
}

/** Settings that would make an answer depend on caches of git's own, or would write them into the repository. */
const fixedSettings = [
  'core.fsmonitor=false',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  // A file whose size and time are as before is read unless its other marks are as before, too.
  'core.checkStat=default',
  'core.trustctime=true',
];
/** A folder without hooks, on Windows too. */
const noHooks = 'core.hooksPath=/dev/null';

/**
 * What git says where it reads of all worktrees and another process is making or taking away one of them at this moment: a
 * file of that one is empty yet, or gone. It ends then before it does anything.
 */
const readHalfMade = /failed to read \S.*[\\/]worktrees[\\/]/;
/** How often it is asked again, and after how many ms. */
const half = { tries: 10, pause: 40 };

/**
 * Git in one directory, with one environment. At the top of a worktree it works on that folder, whatever `core.worktree` and
 * `core.bare` say. Calls that run hooks, which inherit such a variable, do not: `requireOwnTree` goes before them.
 */
export class GitProcess {
  readonly directory: string;
  readonly #inherited: Environment;
  readonly #settings: readonly string[];
  #made: Record<string, string> | undefined;
  #topVariables: Record<string, string> | undefined;

  /** `settings` are `name=value`, for every call. */
  constructor(directory: string, inherited: Environment, settings: readonly string[] = []) {
    this.directory = directory;
    this.#inherited = inherited;
    this.#settings = [...fixedSettings, ...settings];
  }

  /** Created on the first call, because many instances never start git. */
  get #environment(): Record<string, string> {
    this.#made ??= gitEnvironment(this.#inherited);
    return this.#made;
  }

  /** Looked up once something is at the top: a worktree may be made after its instance. */
  #variablesOf({ variables = {}, runsHooks = false, asFound = false }: GitCall, args: readonly string[]) {
    if (runsHooks || asFound || args[0] === '-C') return variables;
    const gitDir = this.#topVariables === undefined ? gitDirectoryOf(this.directory) : undefined;
    if (gitDir !== undefined && existsSync(join(gitDir, 'HEAD'))) {
      this.#topVariables = { GIT_WORK_TREE: this.directory };
    }
    return { ...this.#topVariables, ...variables };
  }

  /**
   * Runs git. Rejects with a `GitFailure` on an exit code that is neither 0 nor one of `answers`, and with a refusal where git
   * cannot be started at all.
   */
  async run(args: readonly string[], call: GitCall = {}): Promise<GitAnswer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await (call.network === undefined
          ? this.#once(args, call)
          : this.#overNetwork(args, call, call.network));
      } catch (error) {
        const isPassing = args.includes('worktree') && error instanceof GitFailure && readHalfMade.test(error.said);
        if (!isPassing || tries === half.tries) throw error;
        await wait(half.pause);
      }
    }
  }

  /** In a process group of its own: git leaves ssh behind when it is ended alone. */
  async #overNetwork(args: readonly string[], call: GitCall, { limitMs }: { readonly limitMs?: number }) {
    const { answers = [], runsHooks = false, signal } = call;
    const settings = runsHooks ? this.#settings : [...this.#settings, noHooks];
    const output: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
    const { exitCode, endedBy } = await commandRunner(this.#environment).run({
      command: ['git', ...settings.flatMap(setting => ['-c', setting]), ...args],
      directory: this.directory,
      environment: this.#variablesOf(call, args),
      onOutput: (chunk, stream) => void output[stream].push(chunk),
      ...(signal === undefined ? {} : { signal }),
      ...(limitMs === undefined ? {} : { timeoutMs: limitMs }),
    });
    if (endedBy === 'cancelled') throw refusalError('timed_out', 'git.stopped', { hint: 'git.stoppedHint' });
    if (endedBy === 'not-found')
      throw new RefusalError(refuse('git_missing', 'git.notFound', { hint: 'git.notFoundHint' }));
    const text = (stream: 'stdout' | 'stderr') => Buffer.concat(output[stream]).toString('utf8');
    if (exitCode !== null && (exitCode === 0 || answers.includes(exitCode)))
      return { exitCode, stdout: text('stdout') };
    throw new GitFailure(args, exitCode ?? -1, `${text('stderr')}${text('stdout')}`.trim(), endedBy === 'timeout');
  }

  async #once(args: readonly string[], call: GitCall): Promise<GitAnswer> {
    const { input = '', answers = [], runsHooks = false, signal } = call;
    const variables = this.#variablesOf(call, args);
    let exitCode = 0;
    let failure: GitFailure | RefusalError | undefined;
    if (!existsSync(this.directory)) throw new RefusalError(folderGone(this.directory));
    const client = await gitClient(this.directory, {
      ...(signal === undefined ? {} : { abort: signal }),
      config: runsHooks ? [...this.#settings] : [...this.#settings, noHooks],
      // An empty text would leave stdin open; an empty buffer closes it.
      input: () => Buffer.from(input),
      allowEnvironment: Object.keys({ ...this.#environment, ...variables }).map(name => name.toLowerCase()),
      // The library guards against options and variables from strangers. All of these are ours or the user's own.
      unsafe: {
        allowUnsafeFsMonitor: true,
        allowUnsafeHooksPath: true,
        allowUnsafeConfigPaths: true,
        allowUnsafeConfigEnvCount: true,
        allowUnsafeSshCommand: true,
        allowAbbreviatedOptions: true,
      },
      errors: (error, result) => {
        exitCode = result.exitCode;
        if (exitCode === 0 || answers.includes(exitCode)) return undefined;
        // No program ends with such a code: it is the system's, for one that could not be started.
        if (exitCode < 0) {
          failure = new RefusalError(existsSync(this.directory) ? notStarted(exitCode) : folderGone(this.directory));
          return failure;
        }
        const output = [...result.stdErr, ...result.stdOut].map(piece => piece.toString('utf8')).join('');
        failure = /detected dubious ownership/.test(output)
          ? new RefusalError(ofAnotherUser(this.directory))
          : new GitFailure(args, exitCode, output.trim());
        return error ?? failure;
      },
    });
    try {
      const stdout = await client.env({ ...this.#environment, ...variables }).raw([...args]);
      return { exitCode, stdout };
    } catch (error) {
      // The library wraps what it is given.
      throw failure ?? error;
    }
  }

  /** What git printed. Rejects with a `GitFailure` when it did not end with 0. */
  async text(args: readonly string[], call: GitCall = {}): Promise<string> {
    return (await this.run(args, call)).stdout;
  }

  /** The one line that git printed; undefined when it ended with another exit code than 0. */
  async line(args: readonly string[], call: GitCall = {}): Promise<string | undefined> {
    const { exitCode, stdout } = await this.run(args, { ...call, answers: [1, 128] });
    return exitCode === 0 ? stdout.replace(/\r?\n$/, '') : undefined;
  }
}

function notStarted(code: number) {
  const name = getSystemErrorName(code);
  if (name !== 'ENOENT') {
    return refuse('git_missing', message('git.cannotStart', { error: name }), { hint: 'git.cannotStartHint' });
  }
  return refuse('git_missing', 'git.notFound', { hint: 'git.notFoundHint' });
}

function ofAnotherUser(directory: string) {
  return refuse('no_repository', message('git.ofAnotherUser', { directory }), {
    hint: message('git.ofAnotherUserHint', { directory }),
  });
}

function folderGone(directory: string) {
  return refuse('no_repository', message('git.folderGone', { directory }), { hint: 'git.folderGoneHint' });
}

/** The names in a list that ends each with NUL. */
export function splitNul(text: string): string[] {
  return text.split('\0').filter(part => part !== '');
}
