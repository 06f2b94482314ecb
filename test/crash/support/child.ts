import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { requireBanner } from '../../../build/bundle.mjs';
import { afterThisTest } from './cleanup.js';
import { journalEngineFile } from './journalEngine.js';
import { neverCheckpoint, wasmFile } from './openStore.js';
import type { Answer, Task, WorkerSettings } from './worker.js';

const root = join(import.meta.dirname, '..', '..', '..');

/** The Node that a user's programs run under; the tests themselves may need a newer one. */
export const userNode = process.env.STATEROOM_USER_NODE ?? process.execPath;

const bundling = new Map<string, Promise<string>>();

/** A program of this folder as one file, made from the sources as they are now; its store has the engine before, if told so. */
export function workerFile(name = 'worker', engine?: 'before'): Promise<string> {
  const key = `${name} ${engine}`;
  const bundled = bundling.get(key) ?? bundleWorker(name, engine);
  bundling.set(key, bundled);
  return bundled;
}

const engineBefore: Plugin = {
  name: 'engine-before',
  setup({ onResolve }) {
    onResolve({ filter: /\/openSqljsStore\.js$/ }, () => ({
      path: pathToFileURL(journalEngineFile()).href,
      external: true,
    }));
  },
};

async function bundleWorker(name: string, engine: 'before' | undefined): Promise<string> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: requireBanner },
    plugins: engine === 'before' ? [engineBefore] : [],
  });
  const contents = result.outputFiles[0]?.contents ?? new Uint8Array();
  const folder = join(root, '.cache', 'crash');
  const file = join(folder, `${name}-${createHash('sha256').update(contents).digest('hex').slice(0, 16)}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, contents);
    renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}

/** What a child answered that could not do its task. */
export class ChildError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string | undefined,
  ) {
    super(`${code}: ${message}`);
  }
}

export interface ChildOptions extends Partial<Omit<WorkerSettings, 'directory' | 'wasmFile'>> {
  /** Words before the command, such as `unshare --pid --fork`. */
  readonly prefix?: readonly string[];
  /** Words for Node itself. */
  readonly nodeFlags?: readonly string[];
  /** The engine before this one. */
  readonly engine?: 'before';
  /** In addition to the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A process over the store in `directory`; killed after the test if it still runs. */
export class Child {
  readonly process: ChildProcess;
  /** The pid by its own account, which in a namespace of its own is not the one seen from here. */
  ownPid = 0;
  readonly errors: string[] = [];
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #next = 1;
  #gone = false;

  private constructor(child: ChildProcess, ready: (child: Child) => void, failed: (error: Error) => void) {
    this.process = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.errors.push(text));
    child.on('message', (answer: Answer) => {
      if (answer.id === 0) {
        this.ownPid = answer.ok ? Number(answer.value) : 0;
        ready(this);
        return;
      }
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(new ChildError(answer.code, answer.message, answer.hint));
    });
    this.exited = new Promise(resolve => {
      child.once('exit', (code, signal) => {
        this.#gone = true;
        const error = new ChildError(
          'GONE',
          `the process ended (${code ?? signal}) ${this.errors.join('')}`,
          undefined,
        );
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
        failed(error);
        resolve({ code, signal });
      });
      child.once('error', failed);
    });
  }

  static async start(directory: string, options: ChildOptions = {}): Promise<Child> {
    const { prefix = [], nodeFlags = [], engine, env = {}, ...rest } = options;
    const settings: WorkerSettings = {
      directory,
      wasmFile,
      mode: 'async',
      lockTimeoutMs: 120_000,
      checkpoint: neverCheckpoint,
      ...rest,
    };
    const words = [...prefix, userNode, ...nodeFlags, await workerFile('worker', engine), JSON.stringify(settings)];
    return new Promise((resolve, reject) => {
      const spawned = spawn(words[0] ?? '', words.slice(1), {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: { ...process.env, ...env },
      });
      const child = new Child(spawned, resolve, reject);
      afterThisTest(() => child.kill());
    });
  }

  /** Starts several at once. */
  static startAll(
    count: number,
    directory: string,
    options: (index: number) => ChildOptions = () => ({}),
  ): Promise<Child[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => Child.start(directory, options(index))));
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  run<T = unknown>(task: Task): Promise<T> {
    if (this.#gone) return Promise.reject(new ChildError('GONE', 'the process has ended', undefined));
    const id = this.#next;
    this.#next += 1;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    // A task may be given to a process that is about to be killed: no one need wait for its answer.
    answer.catch(() => undefined);
    this.process.send({ id, task });
    return answer as Promise<T>;
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.#gone) this.process.kill(signal);
  }

  /** Ends it without a chance to clean up; resolves when it is gone. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }

  /** Closes its store and lets it exit. */
  async close(): Promise<void> {
    await this.run({ do: 'close' });
    if (this.process.connected) this.process.disconnect();
    await this.exited;
  }
}

/** What processes noted as acknowledged. A line without its end was never finished, so it counts for nothing. */
export function acknowledged(files: readonly string[]): string[] {
  return files.flatMap(file => {
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(line => line !== '');
  });
}

/** Waits until a file exists, looking every few milliseconds. */
export async function untilExists(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise(resolve => setTimeout(resolve, 3));
}

/** The pid of a process that is certainly gone. */
export async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise(resolve => child.once('exit', resolve));
  return child.pid ?? 0;
}
