import * as z from 'zod';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { tellOfSession } from '../../../records/agentSession/agentSessions.js';
import { lastSession, workField } from '../../../records/agentSession/sessionView.js';
import { baseConfigOrDefaults } from '../../../records/baseConfig.js';
import { laneCalled, requireLanes } from '../../../records/lane/laneAccess.js';
import { defineOperation } from '../../operation.js';

export const agentRestore = defineOperation({
  name: 'agent.restore',
  order: 65,
  title: 'Restore Step of Agent',
  summary:
    'Gives the worktree of a work item the files of an earlier step of its agent, with a backup first; commits and branch stay.',
  input: z.strictObject({
    id: workField,
    to: z.int().positive().optional().describe('Number of the step, as in the transcript; default: the latest'),
  }),
  output: z.object({
    lane: z.string(),
    step: z.int(),
    /** Files that were changed back. */
    paths: z.array(z.string()),
    /** Backup of the worktree as it was: `refs/stateroom/rescue/…`; null if nothing was to be changed. */
    backup: z.string().nullable(),
  }),
  effect: 'external',
  // Files of an agent's lane are set back by people.
  roles: ['human'],
  mcp: null,
  cli: {
    path: ['agents', 'restore'],
    positionals: ['id'],
    examples: ['agents restore W-12 --to 7', 'agents restore W-12'],
  },
  about: 'workItem',
  icon: 'discard',
  palette: 'lanes',
  async run(context, { id, to }) {
    const ports = requireLanes(context);
    const { store, actor, clock } = context;
    const trees = await ports.trees();
    const { lane } = await store.read(transaction => lastSession(transaction, id));
    const steps = await trees.listSteps(lane.name);
    const step = to === undefined ? steps.at(-1) : steps.find(({ number }) => number === to);
    if (step === undefined) {
      const values = { lane: laneCalled(lane), numbers: numbersOf(steps.map(({ number }) => number)) };
      throw steps.length === 0
        ? refusalError('not_found', message('sessions.noSteps', { lane: values.lane }))
        : refusalError('not_found', message('sessions.noStep', { ...values, step: String(to) }));
    }
    const agent = await store.read(async transaction => {
      const running = await transaction.agentSessions.unfinishedOf(lane.id);
      if (running === undefined) return (await lastSession(transaction, id)).session.agent;
      throw refusalError('conflict', message('sessions.runs', { agent: running.agent, lane: laneCalled(lane) }), {
        hint: message('sessions.restoreHint'),
      });
    });
    const directory = lane.worktree_path;
    if ((await trees.kindOf(directory)) !== 'folder') {
      throw refusalError('not_found', message('lanes.workTreeGone', { lane: laneCalled(lane), path: directory }), {
        details: { lane: lane.name },
      });
    }
    const ignoredBytes = (await baseConfigOrDefaults(context)).lane.keepIgnored;
    const rescue = await trees.keep({ lane: lane.name, directory, now: clock.now(), ignoredBytes });
    const paths = await trees.restoreStep({ directory, step });
    if (paths.length === 0) await trees.forget([rescue]);
    else {
      await store.transaction(transaction => {
        const payload = { agent, step: step.number, files: paths.length, backup: rescue.ref };
        return tellOfSession({ transaction, actor, now: clock.now() }, lane, 'agent_step_restored', payload);
      });
    }
    return { lane: lane.name, step: step.number, paths: [...paths], backup: paths.length === 0 ? null : rescue.ref };
  },
});

/** `3–9`. */
function numbersOf(numbers: readonly number[]): string {
  const [first, last] = [numbers.at(0), numbers.at(-1)];
  return first === last ? String(first) : `${first}–${last}`;
}
