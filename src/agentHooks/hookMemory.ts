import type { Context } from '../records/context.js';

/** What hooks remember of one conversation. */
export interface SessionMemory {
  /** When it was last changed, ms UTC. */
  at?: number;
  /** True once it was told that it works on a protected branch. */
  advised?: boolean;
  /** The branch that was looked at last for advice on it, and whether there was some. */
  branch?: string;
  placed?: boolean;
  /** Slices that it was asked to write something down about. */
  asked?: string[];
  /** How often it was held for a review. */
  held?: number;
  /** The last test that a hook reported, and the tree that it ran on; whether the session was told what counts. */
  ran?: { readonly command: string; readonly tree: string };
  told?: boolean;
  /** What it was sent when it began. */
  sent?: string;
}

interface Memory {
  readonly version: 1;
  /** By session id. */
  readonly sessions: Record<string, SessionMemory>;
  /** The last event that a session in a worktree could know of, by the worktree's root. */
  readonly seen: Record<string, number>;
}

const keptName = 'agent-sessions';
const maxSessions = 50;

/**
 * What hooks remember from one call to the next: kept beside the store as advice is, so that two at once may forget something
 * and none waits for another.
 */
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

  /** The id of the last event that the sessions of this worktree knew of; undefined before the first. */
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
    // Nothing is remembered yet.
  }
  return { version: 1, sessions: {}, seen: {} };
}
