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
  /** Text for stdin, which is otherwise closed at once: nothing may wait for a terminal. */
  readonly input?: string;
  /** Variables such as `GIT_INDEX_FILE`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Exit codes besides 0 that are not failures. */
  readonly answers?: readonly number[];
  /** Runs the repository's hooks, for acts in the user's name. In other calls they could change or interrupt the operation. */
  readonly runsHooks?: boolean;
  readonly signal?: AbortSignal;
  /** Remote call without `input`; ends git and its children on `signal` (refusal) or after `limitMs` (`noAnswer`). */
  readonly network?: { readonly limitMs?: number };
  /** Runs git as any other program would: settings may make it work on another folder. */
  readonly asFound?: boolean;
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: string;
}

/** Variables for the user and git's setup; all others name a repository or come from a hook. */
const keptVariables =
  /^git_(author|committer)_|^git_config_(global|system|nosystem|count|key_\d+|value_\d+)$|^git_ssh/i;

/** Variables that the library refuses: programs that would wait for a person. */
const dropped = /^(editor|visual|pager|prefix|ssh_askpass)$/i;

/** Marks git as run by Stateroom, for lanes that leave git to it. A guard against mistakes: anyone can set it. */
const ownGitVariable = 'STATEROOM_OWN_GIT';

/** Ignores `git replace` and grafts, which could show another history to every check. No file can be below /dev/null. */
const asStored = { GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: '/dev/null/none' };

/** Removes variables of a calling hook, with which git would use another repository or index. */
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
    // Overrides the other two variables for the language; texts and file names stay UTF-8.
    LC_ALL: 'C.UTF-8',
    LANGUAGE: '',
    [ownGitVariable]: '1',
  };
}

/** Keeps results independent of git's caches, and the repository free of them. */
const fixedSettings = [
  'core.fsmonitor=false',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  // Reads a file of unchanged size and time unless its other stat data are unchanged too.
  'core.checkStat=default',
  'core.trustctime=true',
];
/** A folder without hooks, on Windows too. */
const noHooks = 'core.hooksPath=/dev/null';

/** Error while another process adds or removes a worktree; git has done nothing then. */
const readHalfMade = /failed to read (?:\S.*[\\/])?worktrees[\\/]/;
/** Retries after that error; pause in ms. */
const half = { tries: 10, pause: 40 };

/**
 * Git in one directory. In the top folder of a worktree it overrides `core.worktree` and `core.bare`, except in calls that
 * run hooks, which would inherit the variables: call `requireOwnTree` first.
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

  /** Created lazily: many instances never start git. */
  get #environment(): Record<string, string> {
    this.#made ??= gitEnvironment(this.#inherited);
    return this.#made;
  }

  /** The worktree may be created after this instance. */
  #variablesOf({ variables = {}, runsHooks = false, asFound = false }: GitCall, args: readonly string[]) {
    if (runsHooks || asFound || args[0] === '-C') return variables;
    const gitDir = this.#topVariables === undefined ? gitDirectoryOf(this.directory) : undefined;
    if (gitDir !== undefined && existsSync(join(gitDir, 'HEAD'))) {
      this.#topVariables = { GIT_WORK_TREE: this.directory };
    }
    return { ...this.#topVariables, ...variables };
  }

  /** Rejects with a `GitFailure` for exit codes other than 0 and `answers`, with a refusal if git cannot be started. */
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

  /** Uses a process group, so that ssh ends with git. */
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
      // An empty string would leave stdin open; an empty buffer closes it.
      input: () => Buffer.from(input),
      allowEnvironment: Object.keys({ ...this.#environment, ...variables }).map(name => name.toLowerCase()),
      // The library guards against untrusted options and variables; all of these are ours or the user's.
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
        // Negative codes are the system's, for a program that could not be started.
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
      // The library wraps errors.
      throw failure ?? error;
    }
  }

  async text(args: readonly string[], call: GitCall = {}): Promise<string> {
    return (await this.run(args, call)).stdout;
  }

  /** Returns undefined for exit codes 1 and 128. */
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

export function splitNul(text: string): string[] {
  return text.split('\0').filter(part => part !== '');
}
