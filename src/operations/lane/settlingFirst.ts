import { errorText } from '../../messages/errorText.js';
import type { Context } from '../../records/context.js';
import { followBranches } from '../../records/thread/followBranches.js';
import type { AnyOperation } from '../operation.js';
import { laneMayEdit } from './laneMayEdit.js';
import { laneRepair } from './laneRepair.js';
import { recoverIntentLogs } from './recoverIntentLog.js';

/** Wraps operations: recovers interrupted openings and closings first, except for reads, and follows renamed branches. */
export function settlingFirst<Operations extends Readonly<Record<string, AnyOperation>>>(
  operations: Operations,
): Operations {
  const settling = Object.entries(operations).map(([name, operation]) => [name, settlingBefore(operation)]);
  return Object.fromEntries(settling) as Operations;
}

/** Messages and reports need no worktree; `lane.repair` recovers itself; `lane.mayEdit` delays every edit of an agent. */
function settlingBefore(operation: AnyOperation): AnyOperation {
  if (operation === laneMayEdit || /^(message|report)\./.test(operation.name)) return operation;
  const settles = operation.effect !== 'read' && operation !== laneRepair;
  return Object.freeze({
    ...operation,
    async run(context: Context, input: Record<string, unknown>) {
      if (settles) await settle(context);
      await followBranches(context);
      return operation.run(context, input);
    },
  });
}

/** A failed recovery does not block the call: `lane repair` reports it. */
async function settle(context: Context): Promise<void> {
  const { lanes, log } = context;
  if (lanes === undefined) return;
  try {
    if ((await lanes.intentLogs.all()).size === 0) return;
    await recoverIntentLogs(context, lanes);
  } catch (error) {
    log.warn(`An interrupted lane operation could not be recovered: ${errorText(error)}`);
  }
}
