import { refusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { errorText } from '../../messages/errorText.js';
import { message, verbatim } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { recoverIntentLog } from './recoverIntentLog.js';

/** Writes the intent log of an opening or closing, after recovery. Refuses while another process opens or closes the lane. */
export async function beginIntentLog(
  context: Context,
  ports: LanePorts,
  name: string,
  intentLog: object,
): Promise<void> {
  const text = JSON.stringify(intentLog);
  const begin = (): Promise<boolean> => ports.intentLogs.begin(name, text).catch(error => notBegun(name, error));
  if (await begin()) return;
  const settled = await recoverIntentLog(context, ports, name);
  if (settled?.outcome !== 'running' && settled?.outcome !== 'stuck') {
    if (await begin()) return;
  }
  const notes = settled?.notes ?? [];
  throw refusalError('conflict', message('lanes.busy', { lane: name }), {
    hint: notes.length === 0 ? message('lanes.busyHint') : verbatim(notes.join(' ')),
  });
}

/** Nothing happens on disk without an intent log. */
function notBegun(name: string, error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error;
  throw refusalError('store_write_failed', message('lanes.notNoted', { lane: name, error: errorText(error) }), {
    hint: 'lanes.notNotedHint',
  });
}
