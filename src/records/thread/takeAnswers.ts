import { formatRef } from '../../domain/identifier/identifier.js';
import { overdue, questionsOf } from '../../domain/workItem/question.js';
import { errorText } from '../../messages/errorText.js';
import type { Transaction } from '../../store/store.js';
import { letGoOn, replyIds, replyToAsker } from '../agentSession/wakeForAnswer.js';
import { baseConfig } from '../baseConfig.js';
import type { Context } from '../context.js';
import { answerQuestion, taker } from './answerQuestion.js';

/**
 * Takes the answers that agents named for questions nobody has answered in time, and returns whether there were any: nothing runs by
 * a timer, so each call that shows work looks. Not where the repository forbids it. Never fails.
 */
export async function takeAnswers(context: Context): Promise<boolean> {
  const { store, clock, log, settings, lanes, livenessPorts } = context;
  // Without git, as in Restricted Mode, the settings of the repository are unknown.
  if (lanes === undefined && livenessPorts !== undefined) return false;
  try {
    if ((await store.health()).state !== 'ready') return false;
    const isDue = await store.read(async transaction => (await dueIn(transaction, clock.now())).length > 0);
    if (!isDue || !(await baseConfig(context)).questions.ifNoAnswer) return false;
    // The same ids in a repeated transaction.
    const made = new Map<string, ReturnType<typeof replyIds>>();
    const taken = await store.transaction(async transaction => {
      const goOn: (string | undefined)[] = [];
      const now = clock.now();
      const due = await dueIn(transaction, now);
      for (const { row, indexes } of due) {
        let current = row;
        for (const index of indexes) {
          const text = questionsOf(row)[index]?.ifNoAnswer?.take ?? '';
          const answer = { index, text, how: 'noAnswer', by: taker.name } as const;
          const to = row.owner === null ? 'pending' : 'in_flight';
          current = await answerQuestion({ transaction, actor: taker, now }, current, answer, {
            to,
            leaseMs: settings.leaseMs,
          });
        }
        const ids = made.get(row.id) ?? replyIds(context);
        made.set(row.id, ids);
        goOn.push(await replyToAsker({ transaction, actor: taker, now }, row, current, ids));
      }
      return { items: due.map(({ row }) => formatRef('workItem', row.number)), goOn };
    });
    for (const session of taken.goOn) await letGoOn(context, session);
    if (taken.items.length > 0)
      log.info(`Nobody answered in time, so the agent’s own choice was taken: ${taken.items.join(', ')}.`);
    return taken.items.length > 0;
  } catch (error) {
    log.warn(`Answers for questions without one could not be taken: ${errorText(error)}`);
    return false;
  }
}

async function dueIn(transaction: Transaction, now: number) {
  return (await transaction.workItems.askingForATime()).flatMap(row => {
    const indexes = overdue(questionsOf(row), now);
    return indexes.length === 0 ? [] : [{ row, indexes }];
  });
}
