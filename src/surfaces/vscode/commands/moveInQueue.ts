import { isRefusal } from '../../../domain/refusal/refusal.js';
import { queueReprioritise } from '../../../operations/queue/queueReprioritise.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { QueuePlace } from '../views/queue/queueDragAndDrop.js';
import type { RefusalNotice } from './refusalNotice.js';
import { planMoveBack, type Undo, type UndoStep } from './undo.js';

/** Moves work items to a place, in the order given. False when the store refused; that is shown. */
export async function moveInQueue(
  repository: OpenRepository,
  ids: readonly string[],
  place: QueuePlace,
  notice: RefusalNotice,
  undo: Undo,
): Promise<boolean> {
  const steps: UndoStep[] = [];
  let next = place;
  for (const id of ids) {
    const plan = await planMoveBack(repository, id);
    const moved = await repository.invoke(queueReprioritise, { id, ...next });
    if (isRefusal(moved)) {
      notice.show(moved, repository);
      undo.offer(repository, steps);
      return false;
    }
    const step = plan?.(moved);
    if (step !== undefined) steps.push(step);
    next = { after: id };
  }
  undo.offer(repository, steps);
  return true;
}
