import * as z from 'zod';
import { agentWordLimits } from '../../../domain/agentSession/agentWordRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { translated } from '../../../domain/text/translated.js';
import { message } from '../../../messages/message.js';
import { redact } from '../../../platform/redact.js';
import { addWord } from '../../../records/agentSession/agentSessions.js';
import { requireBudget } from '../../../records/agentSession/budgets.js';
import { ensureRunner, isTaken, settleLeft } from '../../../records/agentSession/ensureRunner.js';
import {
  lastSession,
  presentSession,
  readLive,
  sessionSchema,
  workField,
} from '../../../records/agentSession/sessionView.js';
import { sessionToWake, wakeSession } from '../../../records/agentSession/wakeSession.js';
import { laneCalled, requireLanes } from '../../../records/lane/laneAccess.js';
import { findWorker } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { requireStart } from '../worker/beginWork.js';

export const agentSay = defineOperation({
  name: 'agent.say',
  order: 40,
  title: 'Write to Agent',
  asks: true,
  summary: 'Writes to the agent of a work item: it reads that after its turn; one that has ended goes on with it.',
  input: z.strictObject({
    id: workField,
    text: z.string().trim().min(1).max(agentWordLimits.text).describe(translated('What to tell it')),
  }),
  output: z.object({
    session: sessionSchema,
    /** True if it had ended and was started for this. */
    woken: z.boolean(),
  }),
  effect: 'external',
  // Agents write to each other by messages of lanes.
  roles: ['human'],
  mcp: null,
  cli: { path: ['say'], positionals: ['id', 'text'], examples: ['say W-12 "Use the table of limits"'] },
  about: 'workItem',
  icon: 'comment',
  palette: 'lanes',
  async run(context, { id: named, text }) {
    const ports = requireLanes(context);
    const { store, actor, clock, ids } = context;
    if (redact(text) !== text) {
      throw refusalError('invalid_input', message('sessions.secretInText'), {
        hint: message('sessions.secretInTextHint'),
      });
    }
    const found = await store.read(transaction => lastSession(transaction, named));
    if (found.session.agent === 'program') {
      throw refusalError('not_allowed', message('sessions.programIsDeaf', { lane: laneCalled(found.lane) }), {
        hint: message('sessions.programIsDeafHint'),
      });
    }
    await settleLeft(context, ports, found.lane.id);
    const [wordId, sessionId] = [ids.ulid(clock.now()), ids.ulid(clock.now())];
    const ended = await store.read(transaction => lastSession(transaction, named));
    if (ended.session.ended_at !== null)
      await requireBudget(context, ports, { itemId: ended.session.work_item_id, laneId: ended.lane.id });
    const { id, woken } = await store.transaction(async transaction => {
      const { lane, session } = await lastSession(transaction, named);
      const act = { transaction, actor, now: clock.now() };
      const word = { id: wordId, kind: 'said', text } as const;
      if (session.ended_at === null) {
        await addWord(act, session, lane, word);
        return { id: session.id, woken: false };
      }
      await requireStart(transaction, await findWorker(transaction, lane.id));
      const ended = (await sessionToWake(transaction, lane.id)) ?? session;
      const next = await wakeSession(act, lane, ended, { sessionId, word });
      return { id: next.id, woken: true };
    });
    await ensureRunner(context, ports, id, isTaken);
    const live = await readLive(context);
    return store.read(async transaction => {
      const [row] = await transaction.agentSessions.ofIds([id]);
      if (row === undefined) throw new Error(`Session ${id} is gone.`);
      return { session: await presentSession(transaction, row, live), woken };
    });
  },
});
