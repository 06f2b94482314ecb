import type { ControlDecision } from '../../domain/control/controlDecision.js';
import { reasonText } from '../../domain/control/decisionText.js';
import { parseIdentifier } from '../../domain/identifier/identifier.js';
import { askedNow, columnsOf, isOpen, questionsOf } from '../../domain/workItem/question.js';
import { say } from '../../messages/say.js';
import type { Act } from '../act.js';
import { changeWorkItem } from '../workItem/workItemAccess.js';

/** Leaves an item to a person, as a question with the reason. Does nothing for one that is no longer open or asks already. */
export async function giveUp(act: Act, decision: ControlDecision): Promise<void> {
  const { transaction, actor, now } = act;
  const row = await transaction.workItems.find(parseIdentifier('workItem', decision.subject));
  if (row === undefined || (row.status !== 'pending' && row.status !== 'in_flight')) return;
  const question = `${say(reasonText(decision)).replace(/\.$/, '')}. What should happen differently?`;
  const before = questionsOf(row).filter(one => !isOpen(one));
  const questions = [...before.slice(-9), askedNow(question, { from: actor.name, askedAt: now })];
  const change = { status: 'waiting_human', ...columnsOf(questions), lease_until: null } as const;
  await changeWorkItem(act, row, change, 'work_item_asked', { status: 'waiting_human', question });
}
