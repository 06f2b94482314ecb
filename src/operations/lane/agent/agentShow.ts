import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import {
  laneOfWork,
  presentSession,
  readLive,
  sessionSchema,
  workField,
} from '../../../records/agentSession/sessionView.js';
import { defineOperation } from '../../operation.js';

const usualLimit = 10;

export const agentShow = defineOperation({
  name: 'agent.show',
  order: 70,
  title: 'Show Agents of Work',
  summary:
    'Shows the agents that Stateroom started for a work item: state, what each does, its questions and its usage.',
  input: z.strictObject({
    id: workField,
    limit: z.int().min(1).max(100).optional().describe(`Maximum number; ${usualLimit} by default`),
  }),
  output: z.object({
    /** `L-3`; null for work without a lane. */
    lane: z.string().nullable(),
    /** Latest first. */
    sessions: z.array(sessionSchema),
  }),
  effect: 'read',
  // An agent sees its own session; those of others are in the lanes.
  mcp: null,
  cli: { path: ['agents', 'show'], positionals: ['id'], examples: ['agents show W-12'] },
  palette: false,
  async run(context, { id, limit = usualLimit }) {
    const live = await readLive(context);
    return context.store.read(async transaction => {
      const lane = await laneOfWork(transaction, id);
      const rows = lane === undefined ? [] : await transaction.agentSessions.ofLane(lane.id, limit);
      const sessions = [];
      for (const row of rows) sessions.push(await presentSession(transaction, row, live));
      return { lane: lane === undefined ? null : formatRef('lane', lane.number), sessions };
    });
  },
});
