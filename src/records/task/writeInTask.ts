import type { Provenance } from '../../domain/actor/provenance.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskLive } from '../../domain/task/taskRule.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { provenanceOf } from '../provenance.js';
import { placeOf, resolveTask } from './taskAccess.js';

export interface TaskWriting {
  readonly transaction: Transaction;
  readonly task: TaskRow;
  readonly provenance: Provenance;
  readonly now: number;
}

/** Runs `write` in one transaction on the named active task; refuses an ended one. */
export async function writeInTask<T>(
  context: Context,
  named: string | undefined,
  write: (writing: TaskWriting) => Promise<T>,
): Promise<T> {
  const provenance = await provenanceOf(context);
  const place = await placeOf(context);
  return context.store.transaction(async transaction => {
    const task = await resolveTask(transaction, place, named);
    throwIfRefused(checkTaskLive(task));
    return write({ transaction, task, provenance, now: context.clock.now() });
  });
}
