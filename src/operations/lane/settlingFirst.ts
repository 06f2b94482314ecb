import type { Context } from '../../records/context.js';
import type { AnyOperation } from '../operation.js';
import { recoverIntentLogs } from './recoverIntentLog.js';

/** The one that looks after it itself, and the one that an agent's every edit waits for. */
const apart: ReadonlySet<string> = new Set(['lane.repair', 'lane.mayEdit']);

/**
 * The same operation, before which every opening and closing of a lane is ended whose process died in the middle. Those that
 * only read change nothing, this neither.
 */
export function settlingFirst(operation: AnyOperation): AnyOperation {
  if (operation.effect === 'read' || apart.has(operation.name)) return operation;
  return Object.freeze({
    ...operation,
    async run(context: Context, input: Record<string, unknown>) {
      await settle(context);
      return operation.run(context, input);
    },
  });
}

/** What cannot be settled now does not hold up what was asked: `lane repair` says what it is. */
async function settle(context: Context): Promise<void> {
  const { lanes, log } = context;
  if (lanes === undefined) return;
  try {
    if ((await lanes.intentLogs.all()).size === 0) return;
    await recoverIntentLogs(context, lanes);
  } catch (error) {
    log.warn(`What a process left of a lane could not be settled: ${(error as Error).message}`);
  }
}
