import * as z from 'zod';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import { changeSession, endSession, tellOfSession } from '../../../records/agentSession/agentSessions.js';
import { ensureRunner, isEnded } from '../../../records/agentSession/ensureRunner.js';
import {
  presentSession,
  readLive,
  runningSession,
  sessionSchema,
  workField,
} from '../../../records/agentSession/sessionView.js';
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
      if (session.stop_at !== null) return session.id;
      const { agent } = session;
      await tellOfSession(act, lane, 'agent_stop_asked', { agent });
      const asked = { stop_by: actor.name, stop_at: act.now };
      if (session.state !== 'requested') await changeSession(transaction, session, { ...asked, state: 'stopping' });
      else {
        const changed = await changeSession(transaction, session, asked);
        const why = say(message('sessions.stoppedBy', { who: actor.name }));
        await endSession(act, lane, changed ?? session, { reason: 'stopped', why });
      }
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

/** An agent may take its time to end a turn, and its processes theirs. */
const stopPatienceMs = 30_000;
