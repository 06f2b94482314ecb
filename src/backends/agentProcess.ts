import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { refusalError } from '../domain/refusal/refusal.js';
import { asClause, type Message, message, verbatim } from '../messages/message.js';
import { CleanLines } from '../platform/cleanLines.js';
import { identifyProcess } from '../platform/processIdentity.js';
import { redact } from '../platform/redact.js';
import { spawnProgram } from '../platform/spawnProgram.js';
import type { AgentExit, AgentStart } from './agentProgram.js';
import { endProcesses, killNow, sessionVariable } from './processGroup.js';
import { programName } from './programName.js';
import type { ProcessGroup } from './system/listedProcess.js';

/** Bytes of stderr that are passed on; what follows is read and dropped. */
const maxErrorBytes = 4 * 1024 * 1024;
/** Time to read output after the end, ms. */
const drainMs = 500;
/** Bytes of stderr among which the line is that is quoted when the program ends, and characters of that line. */
const maxKept = 4096;
const maxQuoted = 300;

/** A started program with all that it starts. */
export class AgentProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves once none of its processes is left. */
  readonly ended: Promise<AgentExit>;
  readonly #child: ChildProcess;
  readonly #group: ProcessGroup;
  readonly #termMs: number;
  readonly #exited: Promise<void>;
  #settle: (exit: AgentExit) => void = () => {};
  #isFinishing = false;
  #by: AgentExit['by'] = 'itself';
  #lastErrors = Buffer.alloc(0);

  constructor(child: ChildProcess & { stdin: Writable; stdout: Readable }, group: ProcessGroup, termMs: number) {
    this.#child = child;
    this.#group = group;
    this.#termMs = termMs;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.ended = new Promise(done => {
      this.#settle = done;
    });
    this.#exited = new Promise(done => child.once('exit', () => done()));
    void this.#exited.then(() => this.#finish());
    endWithProcess(group, this.ended);
  }

  readErrors(onLines: (text: string) => void): void {
    const lines = new CleanLines();
    let bytes = 0;
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#lastErrors = Buffer.concat([this.#lastErrors, chunk.subarray(-maxKept)]).subarray(-maxKept);
      if (bytes > maxErrorBytes) return;
      bytes += chunk.length;
      const text = lines.add(chunk) + (bytes > maxErrorBytes ? '[further output is left out]\n' : '');
      if (text !== '') onLines(text);
    });
    this.#child.stderr?.once('close', () => {
      const rest = lines.finish();
      if (rest !== '') onLines(rest);
    });
  }

  /** True if the program itself has ended; others of its group may still run. */
  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Waits a moment for the end of a program that has closed its output. */
  async hasExitedSoon(): Promise<boolean> {
    if (!this.hasExited) await Promise.race([this.#exited, wait(drainMs)]);
    return this.hasExited;
  }

  /** Ends all processes: stdin is closed, then SIGTERM, then SIGKILL. */
  end(): Promise<AgentExit> {
    if (!this.hasExited && !this.#isFinishing) {
      this.#by = 'ended';
      this.stdin.end();
      void this.#finish();
    }
    return this.ended;
  }

  /** Its end as part of a sentence: `exit code 1; its last output was “…”`. */
  howItEnded(): Message {
    const { exitCode, signalCode } = this.#child;
    const how =
      signalCode === null
        ? message('backends.exitCode', { code: String(exitCode ?? 'unknown') })
        : message('backends.bySignal', { signal: signalCode });
    const output = lastLine(redact(this.#lastErrors.toString('utf8')));
    return output === '' ? how : message('backends.withOutput', { how: asClause(how), output });
  }

  async #finish(): Promise<void> {
    if (this.#isFinishing) return;
    this.#isFinishing = true;
    const { wasKilled, left } = await endProcesses(this.#group, this.#termMs);
    if (wasKilled && this.#by === 'ended') this.#by = 'killed';
    if (left.length === 0) await this.#exited;
    // Read its last output; a process that was not found may hold the pipe open.
    if (!this.stdout.closed) await Promise.race([once(this.stdout, 'close'), wait(drainMs)]);
    this.stdout.destroy();
    this.#child.stderr?.destroy();
    this.#settle({ exitCode: this.#child.exitCode, signal: this.#child.signalCode, by: this.#by, left });
  }
}

/** The last line that names a problem, else the last one. */
function lastLine(text: string): string {
  const lines = text.split('\n').map(line => line.trim());
  const found = lines.findLast(
    line => /error|fail|cannot|denied|not found|unknown/i.test(line) && !line.startsWith('at '),
  );
  return (found ?? lines.findLast(line => line !== '') ?? '').slice(0, maxQuoted);
}

/** Starts the program; throws a RefusalError if there is no such program or folder. */
export async function startAgent(start: AgentStart): Promise<AgentProcess> {
  const { command, directory, limits = {} } = start;
  const agent = programName(command);
  const isFolder = await stat(directory).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw refusalError('not_found', message('backends.noFolder', { folder: directory, agent }));
  const session = start.environment[sessionVariable] ?? randomUUID();
  const child = spawnProgram({
    command,
    directory,
    environment: { ...start.environment, [sessionVariable]: session },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  await new Promise<void>((done, fail) => {
    child.once('spawn', done);
    child.once('error', error => fail(notStarted(error, command)));
  });
  const { pid = 0, stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('A pipe is missing.');
  child.on('error', () => {});
  const identity = identifyProcess(pid);
  const group = { leader: pid, start: identity?.start ?? 0, marker: `${sessionVariable}=${session}` };
  const started = new AgentProcess(Object.assign(child, { stdin, stdout }), group, limits.termMs ?? 2000);
  if (identity !== undefined) start.onSpawn?.({ pid, identity: JSON.stringify(identity) });
  return started;
}

function notStarted(error: Error, command: readonly string[]): Error {
  const agent = programName(command);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT')
    return refusalError('not_found', message('backends.noProgram', { agent, program: command[0] ?? '' }), {
      hint: 'backends.noProgramHint',
    });
  return refusalError('invalid_input', message('backends.notStarted', { agent, why: verbatim(error.message) }));
}

const running = new Set<ProcessGroup>();

/** Nothing watches these programs once this process has ended. */
function endWithProcess(group: ProcessGroup, ended: Promise<unknown>): void {
  if (running.size === 0) process.on('exit', endRunning);
  running.add(group);
  void ended.then(() => {
    running.delete(group);
    if (running.size === 0) process.off('exit', endRunning);
  });
}

function endRunning(): void {
  for (const group of running) killNow(group);
}
