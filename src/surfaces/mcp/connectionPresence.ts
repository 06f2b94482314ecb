import { presenceEveryMs } from '../../platform/presenceFiles.js';
import type { Context } from '../../records/context.js';
import { endCaller, noteCaller, seenActorOf } from '../../records/presence/presence.js';

/** Keeps those present who call over a connection, as long as it is open. */
export class ConnectionPresence {
  /** By name and worktree. */
  readonly #callers = new Map<string, Context>();
  #timer: NodeJS.Timeout | undefined;

  /** Takes note of a caller, where its calls apply; records at once what is new. */
  async see({ signal: _, ...context }: Context): Promise<void> {
    const key = keyOf(context);
    const isNew = !this.#callers.has(key);
    this.#callers.set(key, context);
    this.#beat();
    if (isNew) await noteCaller(context);
  }

  /** The caller works there from now on, on the task that it has entered, and no longer where it was before. */
  async enter(context: Context): Promise<void> {
    await this.see(context);
    for (const [key, earlier] of this.#callers) {
      if (earlier.actor.name !== context.actor.name || key === keyOf(context)) continue;
      this.#callers.delete(key);
      await endCaller(earlier);
    }
  }

  #beat(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => {
      for (const caller of this.#callers.values()) void noteCaller(caller);
    }, presenceEveryMs);
    // The connection keeps the process alive.
    this.#timer.unref();
  }

  /** The client is gone: renews nothing more, and has `end` end the session of each caller. */
  async end(end: (caller: Context) => Promise<void>): Promise<void> {
    clearInterval(this.#timer);
    for (const caller of this.#callers.values()) await end(caller);
  }
}

/** By name and worktree. */
function keyOf(context: Context): string {
  return JSON.stringify(seenActorOf(context));
}
