import type { ControlDecision } from '../../domain/control/controlDecision.js';
import { reasonText } from '../../domain/control/decisionText.js';
import { parseIdentifier } from '../../domain/identifier/identifier.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import { askedNow, columnsOf, isOpen, questionsOf } from '../../domain/workItem/question.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { say } from '../../messages/say.js';
import type { Act } from '../act.js';
import { changeWorkItem } from '../workItem/workItemAccess.js';

/**
 * Leaves an item to a person, as a question with the reason. Does nothing for one that is no longer open or asks already, that someone works
 * on by now, and once the end of control is asked for.
 */
export async function giveUp(act: Act, decision: ControlDecision): Promise<void> {
  const { transaction, actor, now } = act;
  const row = await transaction.workItems.find(parseIdentifier('workItem', decision.subject));
  if (row === undefined || (row.status !== 'pending' && row.status !== 'in_flight')) return;
  if (await isOvertaken(act, row)) return;
  const question = `${say(reasonText(decision)).replace(/\.$/, '')}. What should happen differently?`;
  const before = questionsOf(row).filter(one => !isOpen(one));
  const questions = [...before.slice(-9), askedNow(question, { from: actor.name, askedAt: now })];
  const change = { status: 'waiting_human', ...columnsOf(questions), lease_until: null } as const;
  await changeWorkItem(act, row, change, 'work_item_asked', { status: 'waiting_human', question });
}

async function isOvertaken({ transaction, actor, now }: Act, row: WorkItemRow): Promise<boolean> {
  const shift = await transaction.controlShifts.open();
  if (shift === undefined || shift.stop !== null) return true;
  const sessions = await transaction.agentSessions.forItem(row.id);
  if (sessions.some(({ ended_at }) => ended_at === null)) return true;
  const isHeld = row.status === 'in_flight' && !isLeaseExpired(row, transaction.heartbeats(), now);
  const isOurs = row.owner === null || row.owner === actor.name || sessions.some(one => one.actor === row.owner);
  return isHeld && !isOurs;
}
