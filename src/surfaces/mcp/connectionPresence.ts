import { presenceEveryMs } from '../../platform/presenceFiles.js';
import type { Context } from '../../records/context.js';
import { endCaller, noteCaller, seenActorOf } from '../../records/presence/presence.js';

export class ConnectionPresence {
  /** By name and worktree. */
  readonly #callers = new Map<string, Context>();
  #timer: NodeJS.Timeout | undefined;

  /** Records a caller and its context; writes a new one at once. */
  async see({ signal: _, ...context }: Context): Promise<void> {
    const key = keyOf(context);
    const isNew = !this.#callers.has(key);
    this.#callers.set(key, context);
    this.#beat();
    if (isNew) await noteCaller(context);
  }

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

  /** Stops renewing after the client has disconnected, and calls `end` for each caller's session. */
  async end(end: (caller: Context) => Promise<void>): Promise<void> {
    clearInterval(this.#timer);
    for (const caller of this.#callers.values()) await end(caller);
  }
}

function keyOf(context: Context): string {
  return JSON.stringify(seenActorOf(context));
}
