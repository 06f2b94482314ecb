import type { LaneRow } from '../../domain/lane/laneRow.js';
import { anyPerson } from '../../domain/message/messageRow.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import type { Transaction } from '../../store/store.js';

interface Begun {
  readonly lane: LaneRow;
  readonly worker: WorkerRow;
}

/** Ids of lanes whose agent waits for a person: their work item, or their message to any person, is unanswered. */
export async function askingLanes(transaction: Transaction, begun: readonly Begun[]): Promise<ReadonlySet<string>> {
  if (begun.length === 0) return new Set();
  const itemIds = begun.flatMap(({ lane }) => lane.work_item_id ?? []);
  const items = itemIds.length === 0 ? [] : await transaction.workItems.ofIds([...new Set(itemIds)]);
  const asked = new Set(items.filter(({ status }) => status === 'waiting_human').map(({ id }) => id));
  const questions = (await transaction.messages.openQuestions()).filter(({ recipient }) => recipient === anyPerson);
  const isAsking = ({ lane, worker }: Begun): boolean =>
    asked.has(lane.work_item_id ?? '') ||
    questions.some(
      ({ lane_id: about, sender }) => about === lane.id && (sender === lane.name || sender === worker.agent),
    );
  return new Set(begun.filter(isAsking).map(({ lane }) => lane.id));
}
