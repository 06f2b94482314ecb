import type { ClosingIntentLog, IntentLog } from '../../domain/lane/intentLog.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { errorText } from '../../messages/errorText.js';
import type { Context } from '../../records/context.js';
import { judgeIntent } from '../../records/intentLog/judgeIntent.js';
import { isStoreError } from '../../store/storeError.js';
import { settleClosing } from './settleClosing.js';
import { isOpened, type RecoveredIntentLog, undoIntentLog } from './undoIntentLog.js';

/** Completes or undoes every opening and closing whose process is gone. */
export async function recoverIntentLogs(context: Context, ports: LanePorts): Promise<RecoveredIntentLog[]> {
  const settled: RecoveredIntentLog[] = [];
  for (const name of [...(await ports.intentLogs.all()).keys()].sort()) {
    const one = await recoverIntentLog(context, ports, name).catch((error: Error): RecoveredIntentLog => {
      if (isStoreError(error)) throw error;
      // It does not block the others.
      return { lane: name, outcome: 'stuck', notes: [`It could not be finished: ${errorText(error)}`] };
    });
    if (one !== undefined) settled.push(one);
  }
  return settled;
}

/** Recovers one lane; undefined if none is being opened or closed. */
export async function recoverIntentLog(
  context: Context,
  ports: LanePorts,
  name: string,
): Promise<RecoveredIntentLog | undefined> {
  const { intentLogs } = ports;
  const running: RecoveredIntentLog = { lane: name, outcome: 'running', notes: [] };
  const found = await intentLogs.inspect(name);
  if (found === undefined) return undefined;
  const judged = await judgeIntent(context, ports, name, found);
  if ('running' in judged) return running;
  if ('problem' in judged) return setAside(ports, name, judged.problem);
  const { intentLog, text } = judged;
  // Only one process recovers: another may have done so, and the lane may be open again.
  const process = ports.machine.identity();
  const own = { ...intentLog, process, startedAt: context.clock.now(), abandoned: false };
  if (!(await intentLogs.replace(name, text, JSON.stringify(own)))) return running;
  try {
    return await settleOwn(context, ports, own);
  } catch (error) {
    await intentLogs.write(name, JSON.stringify({ ...own, abandoned: true })).catch(() => undefined);
    throw error;
  }
}

async function settleOwn(
  context: Context,
  ports: LanePorts,
  intentLog: IntentLog | ClosingIntentLog,
): Promise<RecoveredIntentLog> {
  if ('closing' in intentLog) return settleClosing(context, ports, intentLog);
  if (!(await isOpened(context, intentLog))) return undoIntentLog(context, ports, intentLog, false);
  if (intentLog.directory !== null) await (await ports.trees()).forgetOpening(intentLog.directory);
  await ports.intentLogs.remove(intentLog.lane);
  return { lane: intentLog.lane, outcome: 'finished', notes: [] };
}

/** An invalid intent log blocks and changes nothing, and is kept for inspection. */
async function setAside({ intentLogs }: LanePorts, name: string, reason: string): Promise<RecoveredIntentLog> {
  await intentLogs.setAside(name);
  return { lane: name, outcome: 'setAside', notes: [reason] };
}
