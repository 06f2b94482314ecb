import * as z from 'zod';
import { stopPatienceMs } from '../../../records/agentSession/endAgent.js';
import { ensureRunner, isEnded } from '../../../records/agentSession/ensureRunner.js';
import {
  presentSession,
  readLive,
  runningSession,
  sessionSchema,
  workField,
} from '../../../records/agentSession/sessionView.js';
import { stopSession } from '../../../records/agentSession/stopSession.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { defineOperation } from '../../operation.js';

export const agentStop = defineOperation({
  name: 'agent.stop',
  order: 30,
  title: 'Stop Agent',
  summary: 'Stops the agent that runs for a work item, with all of its processes; its worktree stays as it is.',
  input: z.strictObject({ id: workField }),
  output: z.object({ session: sessionSchema }),
  effect: 'external',
  // Agents are stopped by people.
  roles: ['human'],
  mcp: null,
  cli: { path: ['stop'], positionals: ['id'], examples: ['stop W-12', 'stop L-3'] },
  about: 'workItem',
  icon: 'debug-stop',
  palette: 'lanes',
  async run(context, { id: text }) {
    const ports = requireLanes(context);
    const { store, actor, clock } = context;
    const id = await store.transaction(async transaction => {
      const { lane, session } = await runningSession(transaction, text);
      const act = { transaction, actor, now: clock.now() };
      await stopSession(act, lane, session);
      return session.id;
    });
    await ensureRunner(context, ports, id, isEnded, stopPatienceMs);
    const live = await readLive(context);
    return store.read(async transaction => {
      const [row] = await transaction.agentSessions.ofIds([id]);
      if (row === undefined) throw new Error(`Session ${id} is gone.`);
      return { session: await presentSession(transaction, row, live) };
    });
  },
});
