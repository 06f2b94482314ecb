import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { RigError } from './say.mjs';

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {boolean} [quiet] keeps the output back and returns it; else it is streamed
 * @property {number} [timeout] in ms; the process and its children are ended after it
 * @property {(line: string) => void} [onLine] sees each line of output, in addition to the stream
 */

/** Names the process that started this one over again under another Node; the two share a channel. */
export const parentVariable = 'STATEROOM_RIG_PARENT';

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/**
 * What the work at hand has started, where it has a limit.
 *
 * @type {AsyncLocalStorage<{ children: Set<import('node:child_process').ChildProcess>, isOver: boolean }>}
 */
const limited = new AsyncLocalStorage();
let guarded = false;
let stopping = false;
/** @type {number | undefined} */
let interruptCode;
const graceOnStop = 8_000;

/**
 * Starts a program in a process group of its own, which is ended by its id when this process ends.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startChild(file, args, options) {
  guard();
  if (stopping) throw new RigError('Stopped.', 130);
  const limit = limited.getStore();
  if (limit?.isOver) throw new RigError(`${file} was not started: the time for it is over.`);
  const child = spawn(file, args, { detached: process.platform !== 'win32', windowsHide: true, ...options });
  for (const set of limit === undefined ? [children] : [children, limit.children]) {
    set.add(child);
    child.once('close', () => set.delete(child));
    child.once('error', () => set.delete(child));
  }
  return child;
}

/**
 * Does some work within a time. When that is over, what the work started is ended and nothing more is started for it; it has a
 * moment to clean up, and its result is undefined, even where it waits for something else forever.
 *
 * @template T
 * @param {number} time in ms
 * @param {() => Promise<T>} work
 * @param {number} [grace] what its children have to end theirs, in ms
 * @returns {Promise<T | undefined>}
 */
export async function withinTime(time, work, grace = graceOnStop) {
  const limit = { children: new Set(), isOver: false };
  const done = new AbortController();
  const pause = (/** @type {number} */ ms) => wait(ms, undefined, { signal: done.signal });
  const result = limited.run(limit, work);
  try {
    const first = await Promise.race([result.then(value => ({ value })), pause(time)]);
    if (first !== undefined) return first.value;
    limit.isOver = true;
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    // Asked first: what they started in groups of their own, as editors are, only they can end.
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
      for (const child of limit.children) endChild(child, signal);
      await Promise.race([ended, pause(grace)]);
    }
    return undefined;
  } finally {
    done.abort();
  }
}

/**
 * Ends a child and everything it started.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
export function endChild(child, signal = 'SIGTERM') {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/**
 * Runs a program to its end.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function command(file, args, options = {}) {
  const { cwd, env, quiet = false, timeout, onLine } = options;
  const piped = quiet || onLine !== undefined;
  return new Promise((resolve, reject) => {
    const child = startChild(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', piped ? 'pipe' : 'inherit', piped ? 'pipe' : 'inherit'],
    });
    let output = '';
    let rest = '';
    let timedOut = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', text => {
        if (!quiet) process.stdout.write(text);
        output += text;
        if (!onLine) return;
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      });
    }
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            endChild(child, 'SIGKILL');
          }, timeout);
    child.once('error', error => {
      clearTimeout(timer);
      reject(new RigError(`${file} could not be started: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      // What the program left running in its group would outlive the suite.
      endChild(child, 'SIGKILL');
      resolve({ code: code ?? (signal ? 1 : 0), output, timedOut });
    });
  });
}

/**
 * Runs a program and asks for success.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {CommandOptions & { what?: string }} [options]
 */
export async function mustRun(file, args, options = {}) {
  const result = await command(file, args, { ...options, quiet: options.quiet ?? true });
  if (result.code === 0) return result.output;
  const what = options.what ?? `${file} ${args.join(' ')}`;
  const tail = result.output.trim().split('\n').slice(-15).join('\n');
  throw new RigError(`${what} failed with exit code ${result.code}.${tail ? `\n${tail}` : ''}`);
}

/**
 * What a person's Ctrl-C makes of the exit code: 130 unless a program for which it is the usual end says otherwise.
 *
 * @param {number} code
 */
export function endWithCodeOnInterrupt(code) {
  interruptCode = code;
}

function guard() {
  if (guarded) return;
  guarded = true;
  process.once('exit', () => {
    for (const child of children) endChild(child, 'SIGKILL');
  });
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.once(signal, () => stop(interruptCode ?? code));
  }
  if (process.channel && process.env[parentVariable] === String(process.ppid)) {
    process.channel.unref();
    process.once('disconnect', () => stop(143));
  }
}

/**
 * Ends the children, gives them a moment to end theirs, then ends this process.
 *
 * @param {number} code
 */
function stop(code) {
  stopping = true;
  const since = performance.now();
  for (const child of children) endChild(child);
  const poll = setInterval(() => {
    if (children.size > 0 && performance.now() - since < graceOnStop) return;
    clearInterval(poll);
    process.exit(code);
  }, 20);
}
