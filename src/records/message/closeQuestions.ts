import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { Act } from '../act.js';

/** Closes an ended lane's questions, whose answers are not awaited any more. */
export async function closeQuestions({ transaction, actor, now }: Act, lane: LaneRow): Promise<void> {
  for (const question of await transaction.messages.openQuestions()) {
    if (question.lane_id !== lane.id || question.sender !== lane.name) continue;
    await transaction.messages.change(question, { status: 'closed' });
    const payload = { reader: actor.name, message: formatRef('message', question.number), closed: true };
    await transaction.events.append([newEvent(actor, now, 'messages_acknowledged', null, payload)]);
  }
}
