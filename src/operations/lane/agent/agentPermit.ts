import * as z from 'zod';
import { agentPermissionDefinition } from '../../../domain/agentSession/agentPermissionRow.js';
import { canLast } from '../../../domain/agentSession/permission.js';
import { shownShape } from '../../../domain/record/record.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { answerPermission } from '../../../records/agentSession/agentSessions.js';
import { settleLeft } from '../../../records/agentSession/ensureRunner.js';
import { isOpen, runningSession, workField } from '../../../records/agentSession/sessionView.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { showRow } from '../../../records/showRows.js';
import { defineOperation } from '../../operation.js';

export const agentPermit = defineOperation({
  name: 'agent.permit',
  order: 50,
  title: 'Answer Permission',
  summary: 'Allows or refuses what the agent of a work item asks permission for.',
  input: z.strictObject({
    id: workField,
    number: z.int().positive().optional().describe('Number of the request; default: the oldest that waits'),
    refuse: z.boolean().optional().describe('Refuse it'),
    for: z.enum(['lane', 'repository']).optional().describe('Also allow the same later, in this lane or everywhere'),
  }),
  output: z.object({ permission: z.object(shownShape(agentPermissionDefinition)) }),
  effect: 'external',
  // Only people give agents permissions.
  roles: ['human'],
  mcp: null,
  cli: {
    path: ['permit'],
    positionals: ['id'],
    exclusive: [['refuse', 'for']],
    examples: ['permit W-12', 'permit W-12 --for lane', 'permit W-12 --refuse'],
  },
  about: 'workItem',
  icon: 'check',
  palette: 'lanes',
  async run(context, { id, number, refuse, for: lasting }) {
    const { store, actor, clock, lanes } = context;
    const found = await store.read(transaction => runningSession(transaction, id));
    // Nobody would read an answer that is given after the end of its process.
    if (lanes !== undefined) await settleLeft(context, lanes, found.lane.id);
    return store.transaction(async transaction => {
      const { lane, session } = await runningSession(transaction, id);
      const all = await transaction.agentPermissions.ofSession(session.id);
      const asked = all.find(one => (number === undefined ? isOpen(one) : one.position === number));
      if (asked === undefined || !isOpen(asked)) {
        throw refusalError('not_found', message('sessions.noPermission', { lane: laneCalled(lane) }), {
          details: { number: number ?? null, answer: asked?.answer ?? null },
        });
      }
      if (lasting !== undefined && !canLast(asked)) {
        throw refusalError('invalid_input', message('sessions.onlyOnce', { title: asked.title }), {
          hint: message('sessions.onlyOnceHint', { lane: lane.name }),
        });
      }
      const answer = refuse === true ? 'refused' : (lasting ?? 'once');
      await answerPermission({ transaction, actor, now: clock.now() }, lane, session, asked, answer);
      const [answered = asked] = await transaction.agentPermissions.ofIds([asked.id]);
      return { permission: await showRow(transaction, agentPermissionDefinition, answered) };
    });
  },
});
