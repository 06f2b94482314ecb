import * as z from 'zod';
import { choiceNamed, isOpen, questionsOf } from '../../domain/workItem/question.js';
import { answerQuestion } from '../../records/thread/answerQuestion.js';
import { idField, itemOutput, textField } from '../../records/workItem/queueFields.js';
import { findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

/** Records what an agent's client was answered; not in the catalogue, since only the server asks through the client. */
export const answerThroughClient = defineOperation({
  name: 'queue.answerThroughClient',
  order: null,
  title: 'Answer Through Client',
  summary: 'Records the choice that the caller’s own client returned for a question that the caller asked.',
  input: z.strictObject({
    id: idField,
    question: textField,
    /** Undefined if the client declined or cancelled: the question stays open. */
    choice: z.string().max(1000).optional(),
    client: textField,
  }),
  output: itemOutput,
  effect: 'write',
  mcp: null,
  cli: { examples: [] },
  palette: false,
  run: ({ store, clock, actor, settings }, { id, question, choice, client }) =>
    store.transaction(async transaction => {
      const act = { transaction, actor, now: clock.now() };
      const row = await findWorkItem(transaction, id);
      const questions = questionsOf(row);
      // A person may have answered in the meantime: that stays.
      const index = questions.findIndex(one => isOpen(one) && one.question === question && one.from === actor.name);
      const text = choice === undefined ? undefined : choiceNamed(questions[index]?.choices ?? [], choice);
      const isAnswer = row.status === 'waiting_human' && index >= 0 && text !== undefined;
      const to = row.owner === null ? 'pending' : 'in_flight';
      const changed = isAnswer
        ? await answerQuestion(act, row, { index, text, how: 'client', by: client }, { to, leaseMs: settings.leaseMs })
        : row;
      return { item: await presentOne(transaction, changed, noHeartbeats, act.now) };
    }),
});
