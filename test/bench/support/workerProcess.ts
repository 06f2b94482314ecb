import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Audit, WorkerOrder } from '../worker/engine.js';
import type { Bench, EngineName } from './bench.js';
import { errorIn } from './errorIn.js';

/** How long one worker may take for one answer, ms. */
const patienceMs = 600_000;

export interface WorkerProcess {
  readonly pid: number;
  /** Its next line. Fails when it ends without one. */
  answer<T>(): Promise<T>;
  /** Lets it begin. */
  begin(): void;
  kill(): void;
  /** Resolves when it is gone. */
  ended: Promise<void>;
}

export interface WorkerStart {
  readonly task: WorkerOrder['task'];
  readonly engine: WorkerOrder['engine'];
  readonly path: string;
  readonly count?: number;
  readonly warmUp?: number;
  readonly mode?: WorkerOrder['mode'];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts one process of a benchmark. */
export function startWorker(bench: Bench, start: WorkerStart): WorkerProcess {
  const order: WorkerOrder = {
    task: start.task,
    engine: start.engine,
    path: start.path,
    wasmFile: bench.wasmFile,
    reference: bench.reference.module,
    count: start.count ?? 0,
    warmUp: start.warmUp ?? 0,
    mode: start.mode ?? 'sync',
  };
  const child = spawn(bench.node, [bench.worker, JSON.stringify(order)], {
    stdio: 'pipe',
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...start.env },
  });
  return wrap(child, `${start.engine} ${start.task}`);
}

function wrap(child: ChildProcessWithoutNullStreams, name: string): WorkerProcess {
  const lines: string[] = [];
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  let over = false;
  let complaint = '';
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const { stdin, stdout, stderr } = child;
  stderr.setEncoding('utf8').on('data', text => {
    complaint += text;
    process.stderr.write(text);
  });
  // One that died is noticed by its end.
  stdin.on('error', () => undefined);
  createInterface({ input: stdout }).on('line', line => {
    const next = waiting.shift();
    if (next === undefined) lines.push(line);
    else next.resolve(line);
  });
  const why = (code: number | null): string => {
    const error = errorIn(complaint);
    return `The worker "${name}" ended with ${code}${error === undefined ? '' : ` (${error})`}`;
  };
  const ended = new Promise<void>(resolve => {
    // A program that cannot be started has an error and then this too.
    child.once('error', error => {
      complaint += `${error}\n`;
    });
    child.once('close', code => {
      clearTimeout(timer);
      over = true;
      for (const { reject } of waiting) reject(new Error(`${why(code)} before it answered.`));
      resolve();
    });
  });
  return {
    pid: child.pid ?? 0,
    async answer<T>() {
      const line =
        lines.shift() ??
        (await new Promise<string>((resolve, reject) => {
          if (over) reject(new Error(`${why(child.exitCode)}.`));
          else waiting.push({ resolve, reject });
        }));
      return JSON.parse(line) as T;
    },
    begin: () => stdin.end('begin\n'),
    kill: () => child.kill('SIGKILL'),
    ended,
  };
}

/** Runs a worker that needs no signal to begin, to its only answer. */
export async function runWorker<T>(bench: Bench, start: WorkerStart): Promise<T> {
  const worker = startWorker(bench, start);
  const answer = await worker.answer<T>();
  await worker.ended;
  return answer;
}

/** What is in a store after a run, read by a process of its own. */
export function audit(bench: Bench, engine: EngineName, path: string): Promise<Audit> {
  return runWorker<Audit>(bench, { task: 'audit', engine, path });
}
