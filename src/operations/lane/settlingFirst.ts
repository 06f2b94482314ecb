import { errorText } from '../../messages/errorText.js';
import type { Context } from '../../records/context.js';
import type { AnyOperation } from '../operation.js';
import { laneMayEdit } from './laneMayEdit.js';
import { laneRepair } from './laneRepair.js';
import { recoverIntentLogs } from './recoverIntentLog.js';

/** The one that looks after it itself, and the one that an agent's every edit waits for. */
const apart: ReadonlySet<AnyOperation> = new Set<AnyOperation>([laneRepair, laneMayEdit]);

/**
 * The same operations, before which every opening and closing of a lane is ended whose process died in the middle. Those that
 * only read change nothing, these neither.
 */
export function settlingFirst<Operations extends Readonly<Record<string, AnyOperation>>>(
  operations: Operations,
): Operations {
  const settling = Object.entries(operations).map(([name, operation]) => [name, settlingBefore(operation)]);
  return Object.fromEntries(settling) as Operations;
}

function settlingBefore(operation: AnyOperation): AnyOperation {
  if (operation.effect === 'read' || apart.has(operation)) return operation;
  return Object.freeze({
    ...operation,
    async run(context: Context, input: Record<string, unknown>) {
      await settle(context);
      return operation.run(context, input);
    },
  });
}

/** What cannot be recovered now does not block the call: `lane repair` reports it. */
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
