import { compactionLimits } from '../domain/compaction/compaction.js';
import { formatRef } from '../domain/identifier/identifier.js';
import { RefusalError } from '../domain/refusal/refusal.js';
import { oneLine } from '../domain/text/oneLine.js';
import { compactionRecord } from '../operations/compaction/compactionRecord.js';
import { compactionSwitch } from '../operations/compaction/compactionSwitch.js';
import type { Context } from '../records/context.js';
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
      const blockers = await transaction.blockers.ofTask(task.id, 'open');
      const actions = await transaction.nextActions.ofTask(task.id, 'pending');
      const touched = await transaction.touchedFiles.ofTask(task.id, compactionLimits.entries);
      return {
        done: entries(named(true)),
        open: entries([
          ...named(false),
          ...blockers.map(({ number, description }) => `${formatRef('blocker', number)} ${description}`),
        ]),
        next: entries(actions.map(({ number, action }) => `${formatRef('nextAction', number)} ${action}`)),
        files: entries(touched.map(({ path }) => path)),
      };
    });
    if (summary !== undefined) await compactionRecord.run(context, { summary });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
  return {};
}

function entries(texts: readonly string[]): string[] {
  return texts.slice(-compactionLimits.entries).map(text => oneLine(text).slice(0, compactionLimits.entry));
}
