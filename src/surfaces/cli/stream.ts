import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { Parameter } from '../../operations/commandLine.js';
import type { Context } from '../../records/context.js';
import { Interruption } from './cliHost.js';
import type { Session } from './session.js';
import { withContext } from './withContext.js';
import { withNextCommands } from './withNextCommands.js';

/** Declares a flag that turns an operation's answer into a stream: only a terminal or pipe can take one. */
export function streamFlag(name: string, description: string): Parameter {
  return { field: name, flag: name, kind: 'boolean', choices: [], list: false, required: false, description };
}

/** Prints new output; the result is when to look again: at once, later, or never. */
export type Look = () => Promise<Refusal | 'again' | 'later' | 'done'>;

export interface StreamOptions {
  /** False if the caller's identity matters. */
  readonly reads: boolean;
  /** Polling interval in ms; if left out, looks after each change by any process. */
  readonly everyMs?: number;
}

/** Looks until done, refused or interrupted; resolves to the exit code of the interruption or refusal. */
export async function stream(
  session: Session,
  { reads, everyMs }: StreamOptions,
  begin: (context: Context, signal: AbortSignal) => Look,
): Promise<number> {
  const signal = session.host.listenForEnd('stream');
  const result = await withContext(session, reads, async context => {
    // Listening begins before the first look, so that no change is missed.
    const changes = everyMs === undefined ? listen(context, signal) : undefined;
    const look = begin(context, signal);
    try {
      while (!signal.aborted) {
        const found = await look();
        if (found === 'again') continue;
        if (found !== 'later') return found;
        if (changes !== undefined) await changes.next();
        else await pause(everyMs, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      changes?.stop();
    }
    return 'done' as const;
  });
  if (isRefusal(result)) return session.printer.refusal(await withNextCommands(result));
  return signal.reason instanceof Interruption ? signal.reason.exitCode : 0;
}

/** `next` resolves at once if any process changed the store, or the signal fired, since its last call. */
function listen({ store }: Context, signal: AbortSignal): { next(): Promise<void>; stop(): void } {
  let isSignalled = false;
  let wake: (() => void) | undefined;
  const onSignal = () => {
    isSignalled = true;
    wake?.();
  };
  signal.addEventListener('abort', onSignal, { once: true });
  return {
    stop: store.onDidChange(onSignal),
    async next() {
      if (!isSignalled) {
        // Nothing else keeps a listening process alive.
        const alive = setInterval(() => undefined, 60_000);
        await new Promise<void>(resolve => {
          wake = resolve;
        });
        clearInterval(alive);
      }
      isSignalled = false;
    },
  };
}
