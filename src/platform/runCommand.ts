import { type ChildProcess, spawn } from 'node:child_process';
import type { CommandOutcome, CommandRequest, CommandRunner } from './commandRunner.js';
import { spawnProgram } from './spawnProgram.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Time between SIGTERM and SIGKILL, ms. */
const farewell = 2000;
/** Time to read output after the end, while a child process holds the pipe open, ms. */
const drainTime = 500;

/** Git sets these for a hook's repository; a user's command finds its own. */
const keptBack = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_CONFIG_PARAMETERS',
  'GIT_EXEC_PATH',
  'GIT_REFLOG_ACTION',
  // Makes the editor's executable run as Node.js; not meant for the user's programs.
  'ELECTRON_RUN_AS_NODE',
]);

/** Each command has its own process group, which is ended as a whole on cancellation or timeout. */
export function commandRunner(inherited: Environment): CommandRunner {
  const environment = Object.fromEntries(Object.entries(inherited).filter(([name]) => !keptBack.has(name)));
  return { environment, run: request => new Promise((done, fail) => runOne(request, environment, done, fail)) };
}

function runOne(
  request: CommandRequest,
  inherited: Environment,
  done: (outcome: CommandOutcome) => void,
  fail: (error: Error) => void,
): void {
  const { signal, timeoutMs, onOutput } = request;
  const began = performance.now();
  const outcome = (exitCode: number | null, endedBy?: CommandOutcome['endedBy']): CommandOutcome => ({
    exitCode,
    durationMs: Math.round(performance.now() - began),
    ...(endedBy === undefined ? {} : { endedBy }),
  });
  if (signal?.aborted) {
    done(outcome(null, 'cancelled'));
    return;
  }
  const child = spawnProgram({
    command: request.command,
    directory: request.directory,
    environment: { ...inherited, ...request.environment },
    stdio: [request.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // It may end without reading.
  child.stdin?.on('error', () => {});
  child.stdin?.end(request.input);
  if (child.pid !== undefined) request.onStart?.(child.pid);
  endWithProcess(child);
  let endedBy: CommandOutcome['endedBy'];
  const stop = (why: 'cancelled' | 'timeout') => {
    endedBy ??= why;
    endGroup(child);
  };
  const cancel = () => stop('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop('timeout'), timeoutMs);
  let drain: NodeJS.Timeout | undefined;
  let settled = false;
  const settle = (result: CommandOutcome | Error) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    clearTimeout(drain);
    signal?.removeEventListener('abort', cancel);
    child.stdout?.destroy();
    child.stderr?.destroy();
    // Children of the ended command may ignore SIGTERM.
    if (endedBy !== undefined) signalGroup(child.pid, 'SIGKILL');
    if (result instanceof Error) fail(result);
    else done(result);
  };
  const finish = () => {
    const { exitCode, signalCode } = child;
    if (exitCode !== null && endedBy === undefined) settle(outcome(exitCode));
    else settle({ ...outcome(null, endedBy ?? 'signal'), ...(signalCode === null ? {} : { signal: signalCode }) });
  };
  child.stdout?.on('data', (chunk: Uint8Array) => onOutput?.(chunk, 'stdout'));
  child.stderr?.on('data', (chunk: Uint8Array) => onOutput?.(chunk, 'stderr'));
  child.once('error', error => {
    const { code } = error as NodeJS.ErrnoException;
    settle(code === 'ENOENT' || code === 'EACCES' ? outcome(null, 'not-found') : error);
  });
  child.once('exit', () => {
    drain = setTimeout(finish, drainTime);
  });
  child.once('close', finish);
}

const running = new Set<ChildProcess>();

/** Ends the group with this process, which reads its output and enforces its time limit. */
function endWithProcess(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', endRunning);
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endRunning);
  });
}

function endRunning(): void {
  for (const child of running) {
    if (process.platform === 'win32') endGroup(child);
    else signalGroup(child.pid, 'SIGKILL');
  }
}

/** SIGTERM first, SIGKILL after `farewell`. */
function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' }).unref();
    return;
  }
  signalGroup(pid, 'SIGTERM');
  setTimeout(() => {
    if (child.exitCode === null && child.signalCode === null) signalGroup(pid, 'SIGKILL');
  }, farewell).unref();
}

/** Ignores a missing group. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, signal);
  } catch {}
}
