import { compactionLimits } from '../domain/compaction/compaction.js';
import { formatRef } from '../domain/identifier/identifier.js';
import { type ListedName, listedNames } from '../domain/records.js';
import { RefusalError } from '../domain/refusal/refusal.js';
import { type OpenRecords, refAndText } from '../domain/session/openRecords.js';
import { oneLine } from '../domain/text/oneLine.js';
import { compactionRecord } from '../operations/compaction/compactionRecord.js';
import { compactionSwitch } from '../operations/compaction/compactionSwitch.js';
import type { Context } from '../records/context.js';
import { openRecords } from '../records/task/openRecords.js';
import { readInTask } from '../records/task/taskAccess.js';
import type { HookAnswer } from './hookClient.js';

/** Records a compaction from the task's stored state, for the session that continues; does nothing without a task. */
export async function beforeCompaction(context: Context): Promise<HookAnswer> {
  try {
    const summary = await readInTask(context, undefined, async (transaction, task) => {
      if (!(await compactionSwitch(context, transaction, task.id)).enabled) return undefined;
      const slices = await transaction.slices.ofTask(task.id);
      const named = (isClosed: boolean) =>
        slices
          .filter(({ status }) => (status === 'closed') === isClosed)
          .map(({ number, title }) => `${formatRef('slice', number)} ${title}`);
      const { nextActions, ...others } = await openRecords(transaction, task.id);
      const touched = await transaction.touchedFiles.ofTask(task.id, compactionLimits.entries);
      return {
        done: entries(named(true)),
        open: entries([
          ...named(false),
          ...listedNames.flatMap(name => (name === 'nextActions' ? [] : others[name].map(row => line(name, row)))),
        ]),
        next: entries(nextActions.map(row => line('nextActions', row))),
        files: entries(touched.map(({ path }) => path)),
      };
    });
    if (summary !== undefined) await compactionRecord.run(context, { summary });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
  return {};
}

function line(name: ListedName, row: OpenRecords[ListedName][number]): string {
  const { ref, text } = refAndText(name, row);
  return `${ref} ${text}`;
}

function entries(texts: readonly string[]): string[] {
  return texts.slice(-compactionLimits.entries).map(text => oneLine(text).slice(0, compactionLimits.entry));
}
