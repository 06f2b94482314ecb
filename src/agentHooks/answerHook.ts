import { heartbeatInLane } from '../operations/hooks/heartbeatInLane.js';
import type { Context } from '../records/context.js';
import { noteCaller } from '../records/presence/presence.js';
import type { HookAnswer, HookClient, HookInput } from './hookClient.js';

/** Empty if the repository has no store or the client's event is not handled. */
export async function answerHook(
  context: Context,
  client: HookClient,
  event: string,
  input: HookInput,
): Promise<HookAnswer> {
  const kind = client.events[event]?.kind;
  if (kind === undefined || context.store.commitMark() === undefined) return {};
  if (kind === 'sessionEnd') {
    if (client.goesOn(input)) return {};
    const { endSession } = await import('../records/holding/endSession.js');
    await endSession(context);
    return {};
  }
  await heartbeatInLane(context);
  await noteCaller(context);
  // Selects the task that `touched.record` would apply to.
  const asWriter = { ...context, writing: { operation: 'touched.record', needsHolder: false, taken: undefined } };
  if (kind === 'sessionStart') {
    const { sessionStart } = await import('./sessionStart.js');
    return sessionStart(asWriter, client.isResumed(input));
  }
  if (kind === 'turnEnd') {
    const { turnEnd } = await import('./turnEnd.js');
    return turnEnd(asWriter, client.isContinued(input));
  }
  if (kind === 'beforeCompaction') {
    const { beforeCompaction } = await import('./beforeCompaction.js');
    return beforeCompaction({
      ...context,
      writing: { operation: 'compaction.record', needsHolder: true, taken: undefined },
    });
  }
  const call = client.toolCall(input);
  if (call === undefined) return {};
  if (kind === 'afterTool') {
    const { afterTool } = await import('./afterTool.js');
    return afterTool(asWriter, call, client.outcome(input));
  }
  const { beforeTool } = await import('./beforeTool.js');
  return beforeTool(context, call);
}
