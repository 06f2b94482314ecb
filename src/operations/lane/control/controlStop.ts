import * as z from 'zod';
import { controlShiftDefinition } from '../../../domain/control/controlShiftRow.js';
import { refuse } from '../../../domain/refusal/refusal.js';
import { ensureRunning } from '../../../records/agentSession/ensureRunner.js';
import { endShift, stopShift } from '../../../records/control/controlShifts.js';
import { shiftSchema } from '../../../records/control/controlView.js';
import { isOfControl } from '../../../records/control/isOfControl.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { showRow } from '../../../records/showRows.js';
import { defineOperation } from '../../operation.js';

export const controlStop = defineOperation({
  name: 'control.stop',
  order: 40,
  title: 'Stop Control',
  summary: 'Switches control off: what runs goes on to its end, or is stopped now.',
  input: z.strictObject({
    now: z.boolean().optional().describe('Stop what runs, with all of its processes'),
  }),
  output: z.object({
    shift: shiftSchema,
    /** Number of agents of control that are still at work. */
    running: z.int(),
  }),
  effect: 'external',
  // Agents are stopped by people.
  roles: ['human'],
  mcp: null,
  cli: { examples: ['control stop', 'control stop --now'] },
  icon: 'debug-stop',
  palette: 'store',
  async run(context, { now = false }) {
    const ports = requireLanes(context);
    const { store, actor, clock } = context;
    const id = await store.transaction(async transaction => {
      const shift = await transaction.controlShifts.open();
      if (shift === undefined) return undefined;
      const act = { transaction, actor, now: clock.now() };
      await stopShift(act, shift, now ? 'now' : 'finish');
      if (!(await transaction.agentSessions.unfinished()).some(isOfControl)) await endShift(act, shift.id);
      return shift.id;
    });
    if (id === undefined) return refuse('not_found', 'control.isOff', { hint: 'control.isOffHint' });
    const isEnded = () =>
      store.read(async ({ controlShifts }) => (await controlShifts.ofIds([id]))[0]?.ended_at !== null);
    if (!(await isEnded()))
      await ensureRunning(context, ports, isRun => (now ? isEnded() : Promise.resolve(isRun)), 30_000);
    return store.read(async transaction => {
      const [shift] = await transaction.controlShifts.ofIds([id]);
      if (shift === undefined) throw new Error('The shift is gone.');
      const running = (await transaction.agentSessions.unfinished()).filter(isOfControl).length;
      return { shift: await showRow(transaction, controlShiftDefinition, shift), running };
    });
  },
});
