import { spawn } from 'node:child_process';
import type { Slice, Slip, Task } from './project.js';

/** What a call of an agent came to. */
export interface Outcome {
  readonly code: number;
  /** Both streams, and the first one alone. */
  readonly output: string;
  readonly stdout: string;
}

/** Thrown where an agent is killed. */
export class Killed extends Error {}

/** All that one way of working is observed doing; agents do not read it. */
export class World {
  readonly #slips = new Set<number>();
  readonly #edited = new Set<string>();
  readonly #random: () => number;
  /** Commits of each slice, by its message. */
  readonly commits = new Map<string, Set<string>>();
  /** How often an agent began a task that nobody was at work on. */
  readonly takes = new Map<number, number>();
  /** Tasks whose agent said that they are done. */
  readonly done = new Set<number>();
  readonly killed = new Set<number>();
  /** Slices whose edits were made again. */
  readonly again: { readonly task: number; readonly slice: string }[] = [];
  /** Calls by which agents coordinate (git, Stateroom, the list of tasks), and the bytes of their inputs and answers. */
  readonly coordination = new Map<string, { readonly calls: number; readonly bytes: number }>();
  refused = 0;
  /** How often work came back to an agent after it had said that it is done. */
  returned = 0;

  constructor(
    readonly tasks: readonly Task[],
    readonly env: Readonly<Record<string, string>>,
    seed: number,
  ) {
    this.#random = randomFrom(seed);
  }

  /** The slip of a task, the first time it is asked for. */
  slipOf({ number, slip }: Task): Slip | undefined {
    if (this.#slips.has(number)) return undefined;
    this.#slips.add(number);
    return slip;
  }

  take({ number }: Task): void {
    this.takes.set(number, (this.takes.get(number) ?? 0) + 1);
  }

  /** Counts a call by which agents coordinate, under a name for those like it. */
  count(kind: string, input: string, answer: string): void {
    const { calls, bytes } = this.coordination.get(kind) ?? { calls: 0, bytes: 0 };
    const more = Buffer.byteLength(input) + Buffer.byteLength(answer);
    this.coordination.set(kind, { calls: calls + 1, bytes: bytes + more });
  }

  /** Notes that an edit was acknowledged; of one that had been before, that it was made again. */
  edited(task: Task, slice: Slice, file: string): void {
    const key = `${slice.message} ${file}`;
    const known = this.again.some(one => one.task === task.number && one.slice === slice.message);
    if (this.#edited.has(key) && !known) this.again.push({ task: task.number, slice: slice.message });
    this.#edited.add(key);
  }

  committed(slice: Slice, commit: string): void {
    this.commits.set(slice.message, (this.commits.get(slice.message) ?? new Set()).add(commit));
  }

  /** A pause in which an agent would ask its model. */
  think(times = 1): Promise<void> {
    const ms = times * (20 + 60 * this.#random());
    return new Promise(resolve => setTimeout(resolve, ms));
  }

  /** Runs a program to its end, with nothing of the environment of the benchmark. */
  run(
    cwd: string,
    words: readonly string[],
    more: Readonly<Record<string, string>> = {},
    input = '',
  ): Promise<Outcome> {
    const [program = '', ...rest] = words;
    const child = spawn(program, rest, { cwd, env: { ...this.env, ...more }, stdio: 'pipe' });
    let [output, stdout] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', text => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', text => {
      output += text;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', code => resolve({ code: code ?? -1, output, stdout }));
    });
  }

  /** Runs git and takes a failure for one of the benchmark. */
  async git(cwd: string, ...words: string[]): Promise<string> {
    const { code, output } = await this.run(cwd, ['git', ...words]);
    if (code !== 0) throw new Error(`git ${words.join(' ')} ended with ${code}: ${output}`);
    return output;
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs one after the other what comes in at any time. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#last.then(act);
    this.#last = next.catch(() => undefined);
    return next;
  }
}
