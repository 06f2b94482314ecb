import type { AgentUpdate } from '../backends/agentProgram.js';
import type { LiveFacts } from '../domain/agentSession/liveFacts.js';
import { shortened } from '../domain/text/shortened.js';
import type { Clock } from '../platform/clock.js';
import { redact } from '../platform/redact.js';
import type { SessionFiles } from '../platform/sessionFiles.js';
import { withoutSecrets } from '../platform/withoutSecrets.js';
import { mayChange } from './toolKinds.js';

/** Notes of the runner itself between the updates of the agent. */
export type RunnerNote =
  | { readonly kind: 'prompt'; readonly text: string; readonly by: string }
  | { readonly kind: 'permission'; readonly title: string; readonly answer: string; readonly why?: string }
  | { readonly kind: 'state'; readonly text: string }
  | { readonly kind: 'step'; readonly number: number; readonly files: number; readonly paths: readonly string[] };

/** Characters. */
const limits = { text: 16_000, output: 8000, diff: 16_000, line: 120 } as const;
/** ms. */
const flushMs = 250;
const liveMs = 1000;
/** Lines that wait for the disk; further ones of a flood are counted, not kept. */
const maxWaiting = 2000;

/** Writes the updates of a session to its transcript, cut and without secrets, and what it does now to its live facts. */
export class Transcript {
  readonly #files: SessionFiles;
  readonly #session: string;
  readonly #clock: Clock;
  readonly #onProblem: (error: unknown) => void;
  #waiting: string[] = [];
  #leftOut = 0;
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();
  #live: LiveFacts = {};
  #liveAt = 0;
  #isLiveOld = false;
  readonly #titles = new Map<string, string>();

  constructor(files: SessionFiles, session: string, clock: Clock, onProblem: (error: unknown) => void) {
    this.#files = files;
    this.#session = session;
    this.#clock = clock;
    this.#onProblem = onProblem;
  }

  add(update: AgentUpdate | RunnerNote): void {
    const at = this.#clock.now();
    this.#follow(update, at);
    if (this.#waiting.length >= maxWaiting) this.#leftOut += 1;
    else this.#waiting.push(JSON.stringify({ at: new Date(at).toISOString(), ...cut(redacted(update)) }));
    this.#timer ??= setTimeout(() => void this.flush(), flushMs);
  }

  /** ms UTC of the last message or tool call; undefined before. */
  get outputAt(): number | undefined {
    return this.#live.outputAt;
  }

  /** Adds to the live facts of the agent: its lane, its silence, its end. */
  note(facts: Pick<LiveFacts, 'lane' | 'silentSince' | 'isOver'>): void {
    this.#live = { ...this.#live, ...facts, at: this.#clock.now() };
    this.#isLiveOld = true;
    this.#timer ??= setTimeout(() => void this.flush(), flushMs);
  }

  /** Resolves once everything is written; problems of the disk are noted and do not end the session. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting;
    this.#waiting = [];
    if (this.#leftOut > 0) lines.push(JSON.stringify({ kind: 'left-out', updates: this.#leftOut }));
    this.#leftOut = 0;
    const now = this.#clock.now();
    const writesLive = this.#isLiveOld && now - this.#liveAt >= liveMs;
    if (writesLive) {
      this.#liveAt = now;
      this.#isLiveOld = false;
    } else if (this.#isLiveOld) this.#timer = setTimeout(() => void this.flush(), liveMs);
    this.#written = this.#written
      .then(async () => {
        await this.#files.append(this.#session, lines);
        if (writesLive) await this.#files.writeLive(this.#session, JSON.stringify(redacted(this.#live)));
      })
      .catch(this.#onProblem);
    return this.#written;
  }

  /** Writes what is left, the live facts too. */
  async finish(): Promise<void> {
    this.#liveAt = 0;
    await this.flush();
    clearTimeout(this.#timer);
  }

  #follow(update: AgentUpdate | RunnerNote, at: number): void {
    const line = this.#lineOf(update);
    const isOutput = update.kind === 'message' || update.kind === 'thought' || update.kind === 'tool';
    const isProgress =
      update.kind === 'message' || (update.kind === 'tool' && update.state === 'completed' && mayChange(update.tool));
    if (line === undefined && !isOutput) return;
    this.#live = {
      ...this.#live,
      ...(line === undefined ? {} : { line }),
      ...(isOutput ? { outputAt: at } : {}),
      ...(isProgress ? { progressAt: at } : {}),
    };
    this.#isLiveOld = true;
  }

  #lineOf(update: AgentUpdate | RunnerNote): string | undefined {
    if (update.kind === 'message') return shortened(lastLine(update.text), limits.line) || undefined;
    if (update.kind !== 'tool') return undefined;
    const title = update.title ?? this.#titles.get(update.id) ?? update.command ?? update.tool;
    if (title === undefined) return undefined;
    if (this.#titles.size > 1000) this.#titles.clear();
    this.#titles.set(update.id, title);
    return shortened(title, limits.line);
  }
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return lines.at(-1) ?? '';
}

/** Fields that hold no text of the agent. */
const ownFields = new Set(['at', 'kind', 'id', 'tool', 'state', 'mode', 'by', 'answer', 'outputAt', 'progressAt']);

/** Without secrets, before a cut could hide the beginning of one. */
function redacted<T>(value: T): T;
function redacted(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(redact(value));
  if (Array.isArray(value)) return value.map(one => redacted(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      ownFields.has(key) && typeof part === 'string' ? part : redacted(part),
    ]),
  );
}

function cut(update: AgentUpdate | RunnerNote): object {
  switch (update.kind) {
    case 'message':
    case 'thought':
    case 'error-output':
    case 'prompt':
    case 'state':
      return { ...update, text: cutAt(update.text, limits.text) };
    case 'tool':
      return {
        ...update,
        ...(update.output === undefined ? {} : { output: cutAt(update.output, limits.output) }),
        ...(update.diffs === undefined
          ? {}
          : {
              diffs: update.diffs.map(({ path, before, after }) => ({
                path,
                before: before === null ? null : cutAt(before, limits.diff),
                after: cutAt(after, limits.diff),
              })),
            }),
      };
    default:
      return update;
  }
}

function cutAt(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
}
