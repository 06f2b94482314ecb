import type { AgentUpdate } from '../agentProgram.js';

/** Longest text that pieces are joined to, in characters. */
const maxJoined = 4096;
/** Max time that a piece waits for the next, in ms. */
const patienceMs = 200;

/** Joins consecutive pieces of one text, and consecutive updates of one tool call, which agents send many times a second. */
export class JoinedUpdates {
  readonly #deliver: (update: AgentUpdate) => void;
  #waiting: AgentUpdate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(deliver: (update: AgentUpdate) => void) {
    this.#deliver = deliver;
  }

  add(update: AgentUpdate): void {
    const joined = this.#waiting && join(this.#waiting, update);
    if (joined === undefined) this.flush();
    this.#waiting = joined ?? update;
    this.#timer ??= setTimeout(() => this.flush(), patienceMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const update = this.#waiting;
    this.#waiting = undefined;
    if (update !== undefined) this.#deliver(update);
  }
}

function join(one: AgentUpdate, next: AgentUpdate): AgentUpdate | undefined {
  if (one.kind === 'tool' && next.kind === 'tool') return one.id === next.id ? { ...one, ...next } : undefined;
  if (!('text' in one) || !('text' in next) || one.kind !== next.kind) return undefined;
  return one.text.length + next.text.length > maxJoined ? undefined : { kind: one.kind, text: one.text + next.text };
}
