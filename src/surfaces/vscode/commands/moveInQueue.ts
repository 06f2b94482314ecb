import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { queueReprioritise } from '../../../operations/queue/queueReprioritise.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import { sayDone } from '../support/sayDone.js';
import type { QueuePlace } from '../views/queue/queueDragAndDrop.js';
import { planMoveBack, type Undo, type UndoStep } from './undo.js';

/** Moves work items, in the order given, and reports a changed priority. False, after showing it, if refused. */
export async function moveInQueue(
  repository: OpenRepository,
  ids: readonly string[],
  place: QueuePlace,
  notice: RefusalNotice,
  undo: Undo,
): Promise<boolean> {
  const steps: UndoStep[] = [];
  const reprioritised: WorkItem[] = [];
  let next = place;
  for (const id of ids) {
    const before = await repository.invoke(queueShow, { id });
    const plan = await planMoveBack(repository, id);
    const moved = await repository.invoke(queueReprioritise, { id, ...next });
    if (isRefusal(moved)) {
      notice.show(moved, repository);
      undo.offer(repository, steps);
      return false;
    }
    const step = plan?.(moved);
    if (step !== undefined) steps.push(step);
    if (!isRefusal(before) && before.item.priority !== moved.item.priority) reprioritised.push(moved.item);
    next = { after: id };
  }
  undo.offer(repository, steps);
  const [first] = reprioritised;
  if (first !== undefined) {
    sayDone(l10n.t('Moved {0}; now priority {1}', reprioritised.map(({ ref }) => ref).join(', '), first.priority));
  }
  return true;
}
