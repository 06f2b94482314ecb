import * as z from 'zod';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { workerStates } from '../../../domain/worker/workerState.js';
import { message } from '../../../messages/message.js';
import { defaultHeartbeatMs } from '../../../platform/workerHeartbeats.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { everyField, milliseconds } from '../../../records/worker/runFields.js';
import { ownWorker } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { heartbeatWhile, pulseInShell } from './heartbeatWhile.js';
import { recordEnd, settleRun } from './workerRuns.js';

/** Checks of a shell per heartbeat, to notice the end of its program soon. */
const shellLooks = 4;

export const workerHeartbeat = defineOperation({
  name: 'worker.heartbeat',
  order: 90,
  title: 'Send Heartbeat',
  summary:
    'Sends a heartbeat for a lane’s worker, once or for as long as a process runs, or records that its program has ended.',
  input: z.strictObject({
    lane: ownLaneField,
    watch: z.int().positive().optional().describe('Send heartbeats while this process (pid) runs'),
    shell: z.int().positive().optional().describe('Send heartbeats while a program runs in this shell (pid)'),
    every: everyField,
    ended: z.boolean().optional().describe('Its program has ended: the worker counts as dead until the next heartbeat'),
    exitCode: z
      .int()
      .min(-(2 ** 31))
      .max(2 ** 32 - 1)
      .optional()
      .describe('Exit code of the program that has ended'),
  }),
  output: z.object({
    lane: z.string(),
    state: z.enum(workerStates),
    at: z.iso.datetime(),
    /** True if the end of a watched process, or of a shell's program, was recorded. */
    ended: z.boolean(),
  }),
  effect: 'external',
  mcp: {
    tool: 'dispatch_lane_work',
    action: 'heartbeat',
    brief: '',
    rare: ['watch', 'shell', 'every', 'ended', 'exitCode'],
  },
  cli: {
    positionals: ['lane'],
    examples: [
      'worker heartbeat',
      'worker heartbeat login --watch 4711',
      'worker heartbeat login --ended --exit-code 1',
    ],
    exclusive: [
      ['watch', 'ended'],
      ['watch', 'exitCode'],
      ['watch', 'shell'],
      ['shell', 'ended'],
      ['shell', 'exitCode'],
    ],
  },
  writesShim: true,
  palette: false,
  async run(context, { lane: named, watch, shell, every, exitCode, ended: isOver = exitCode !== undefined }) {
    if (exitCode !== undefined && !isOver) {
      throw refusalError('invalid_input', message('input.exclusive', { left: 'ended: false', right: 'exitCode' }), {
        hint: 'input.exclusiveHint',
        details: { fields: ['ended', 'exitCode'] },
      });
    }
    const ports = requireLanes(context);
    const { answerLimitMs, clock, signal } = context;
    // The call would return only at the process's end, too late for the caller.
    const watched = watch ?? shell;
    if (watched !== undefined && answerLimitMs !== undefined) {
      throw refusalError('not_allowed', 'workers.toolCannotWatch', {
        // As a value: it is for a shell, so it is not rewritten as a call.
        hint: message('workers.toolCannotWatchHint', {
          command: `stateroom worker heartbeat --${watch === undefined ? 'shell' : 'watch'} ${watched}`,
        }),
      });
    }
    const { lane, worker } = await ownWorker(context, named);
    await settleRun(ports, lane.name);
    const everyMs = milliseconds(every);
    let ended = false;
    if (isOver) {
      await recordEnd(ports, lane.name, { at: clock.now(), exitCode });
      ended = true;
    } else if (watched === undefined) await ports.heartbeats.heartbeat(lane.name, clock.now(), everyMs);
    else {
      const process = ports.machine.identify(watched);
      if (process === undefined)
        throw refusalError('not_found', message('workers.noProcess', { pid: watched }), {
          hint: 'workers.noProcessHint',
        });
      const plan = { lane: lane.name, everyMs: everyMs ?? defaultHeartbeatMs, signal };
      const program =
        watch === undefined
          ? { pulse: pulseInShell(ports.machine.watchShell(watched)), looksPerBeat: shellLooks }
          : { pulse: () => ports.machine.pulse(process) };
      ended = (await heartbeatWhile(ports, clock, { ...plan, ...program })) === 'gone';
    }
    const at = (await ports.heartbeats.all()).get(lane.name)?.at ?? clock.now();
    return { lane: lane.name, state: worker.state, at: new Date(at).toISOString(), ended };
  },
});
