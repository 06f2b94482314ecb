import type { ClosingIntentLog } from '../../domain/lane/intentLog.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../../records/context.js';
import { beginIntentLog } from './beginIntentLog.js';

/** What a worktree is kept as and where its folder is once that is done and before anything goes. */
export type KeptTree = NonNullable<ClosingIntentLog['closing']['kept']>;
export type NoteLoss = (kept: KeptTree) => Promise<void>;

interface Closing<T> {
  /** Keeps and removes the worktree, and writes that it is over. `noteLoss` is called before anything goes. */
  close(noteLoss: NoteLoss): Promise<T>;
  /** What is thrown in the place of an error; `kept` is null while nothing was about to go. */
  failure(error: Error, kept: KeptTree | null): Error;
}

/**
 * Closes a lane, or removes the worktree of a task, with what is about to happen on disk before, so that the end of this process
 * leaves it as it was or closed: see `settleClosing`. Refuses while another process is at it.
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

/** On a full disk this is not written either: then the next process continues after this one has ended. */
async function abandon(ports: LanePorts, intentLog: ClosingIntentLog): Promise<void> {
  await ports.intentLogs
    .write(intentLog.lane, JSON.stringify({ ...intentLog, abandoned: true }))
    .catch(() => undefined);
}

/** True when the folder does not lie aside any more. */
async function isInPlace(ports: LanePorts, directory: string): Promise<boolean> {
  const trees = await ports.trees();
  return trees.settleRemoval(directory, undefined).then(
    () => true,
    () => false,
  );
}
