import type { ClosingIntentLog } from '../../domain/lane/intentLog.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../../records/context.js';
import { beginIntentLog } from './beginIntentLog.js';

/** Backup of a worktree, with its folder, before anything is removed. */
export type KeptTree = NonNullable<ClosingIntentLog['closing']['kept']>;
export type NoteLoss = (kept: KeptTree) => Promise<void>;

interface Closing<T> {
  /** Backs up and removes the worktree and updates its rows, calling `noteLoss` before anything is removed. */
  close(noteLoss: NoteLoss): Promise<T>;
  /** Error to throw instead; `kept` is null until something was about to be removed. */
  failure(error: Error, kept: KeptTree | null): Error;
}

/**
 * Closes a lane, or removes a task's worktree, under an intent log, so that a crash leaves it untouched or closed: see
 * `settleClosing`. Refuses while another process does so.
 */
export async function closeUnderIntent<T>(
  context: Context,
  ports: LanePorts,
  intentLog: ClosingIntentLog,
  { close, failure }: Closing<T>,
): Promise<T> {
  const { lane } = intentLog;
  await beginIntentLog(context, ports, lane, intentLog);
  let written = intentLog;
  try {
    const closed = await close(async kept => {
      const whole = { ...intentLog, closing: { ...intentLog.closing, kept } };
      await ports.intentLogs.write(lane, JSON.stringify(whole));
      written = whole;
    });
    await ports.intentLogs.remove(lane);
    return closed;
  } catch (error) {
    const { kept, directory } = written.closing;
    // The next process closes a backed-up, removed worktree, or moves it back if this one failed to.
    if (kept === null && (await isInPlace(ports, directory))) await ports.intentLogs.remove(lane);
    else await abandon(ports, written);
    throw failure(error as Error, kept);
  }
}

/** A full disk prevents this too: then the next process continues after this one's end. */
async function abandon(ports: LanePorts, intentLog: ClosingIntentLog): Promise<void> {
  await ports.intentLogs
    .write(intentLog.lane, JSON.stringify({ ...intentLog, abandoned: true }))
    .catch(() => undefined);
}

async function isInPlace(ports: LanePorts, directory: string): Promise<boolean> {
  const trees = await ports.trees();
  return trees.settleRemoval(directory, undefined).then(
    () => true,
    () => false,
  );
}
