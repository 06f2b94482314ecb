import { presenceEveryMs } from '../../platform/presenceFiles.js';
import type { Context } from '../../records/context.js';
import { noteCaller, seenActorOf } from '../../records/presence/presence.js';

/** Keeps those present who call over a connection, as long as it is open. */
export class ConnectionPresence {
  /** By name and worktree. */
  readonly #callers = new Map<string, Context>();
  #timer: NodeJS.Timeout | undefined;

  /** Takes note of a caller, where its calls apply. */
  see({ signal: _, ...context }: Context): void {
    this.#callers.set(JSON.stringify(seenActorOf(context)), context);
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
