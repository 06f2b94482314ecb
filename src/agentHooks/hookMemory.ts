import type { Context } from '../records/context.js';

export interface SessionMemory {
  /** Last change, ms UTC. */
  at?: number;
  advised?: boolean;
  /** Last branch checked for advice, and whether there was any. */
  branch?: string;
  placed?: boolean;
  /** Ids of the slices for which a note was requested. */
  asked?: string[];
  /** Number of turn ends held for a review. */
  held?: number;
  /** Last test that a hook reported and its tree; `told` after the session was shown that only evidence counts. */
  ran?: { readonly command: string; readonly tree: string };
  told?: boolean;
  sent?: string;
}

interface Memory {
  readonly version: 1;
  readonly sessions: Record<string, SessionMemory>;
  /** Id of the last event known to sessions in a worktree, by the worktree's root. */
  readonly seen: Record<string, number>;
}

const keptName = 'agent-sessions';
const maxSessions = 50;

/** Saved beside the store without a lock: of two concurrent writes, one may be lost. */
export class HookMemory {
  readonly session: SessionMemory;
  readonly #memory: Memory;
  readonly #context: Context;

  private constructor(context: Context, memory: Memory) {
    this.#context = context;
    this.#memory = memory;
    const { session, name } = context.actor;
    this.session = memory.sessions[session ?? name] ?? {};
    memory.sessions[session ?? name] = this.session;
  }

  static async open(context: Context): Promise<HookMemory> {
    return new HookMemory(context, readMemory(await context.lanes?.cache.read(keptName)));
  }

  /** Id of the last event known to sessions in this worktree; undefined before the first. */
  get seen(): number | undefined {
    return this.#memory.seen[this.#context.workTree?.root ?? ''];
  }

  set seen(id: number) {
    this.#memory.seen[this.#context.workTree?.root ?? ''] = id;
  }

  async keep(): Promise<void> {
    this.session.at = this.#context.clock.now();
    const latest = Object.entries(this.#memory.sessions)
      .sort(([, one], [, other]) => (other.at ?? 0) - (one.at ?? 0))
      .slice(0, maxSessions);
    const kept: Memory = { ...this.#memory, sessions: Object.fromEntries(latest) };
    await this.#context.lanes?.cache.write(keptName, JSON.stringify(kept));
  }
}

function readMemory(text: string | undefined): Memory {
  try {
    const memory = JSON.parse(text ?? '') as Memory;
    if (memory.version === 1 && typeof memory.sessions === 'object' && typeof memory.seen === 'object') return memory;
  } catch {
    // Missing or invalid: start empty.
  }
  return { version: 1, sessions: {}, seen: {} };
}
