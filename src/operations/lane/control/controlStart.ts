import * as z from 'zod';
import { type PermissionPolicy, permissionPolicies } from '../../../domain/agentSession/agentSessionRow.js';
import { controlSettings, nextTimeOfDay } from '../../../domain/control/controlSettings.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { ensureRunning } from '../../../records/agentSession/ensureRunner.js';
import { requireAgent } from '../../../records/agentSession/startableAgent.js';
import type { Context } from '../../../records/context.js';
import { beginShift } from '../../../records/control/controlShifts.js';
import { passSchema, presentPass, settingsHash } from '../../../records/control/controlView.js';
import { readPass } from '../../../records/control/readPass.js';
import { writtenSettings } from '../../../records/control/readShift.js';
import { settingsFields, startSettings } from '../../../records/control/startSettings.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { defineOperation } from '../../operation.js';

const startInput = z.strictObject({
  ...settingsFields,
  policy: z
    .enum(permissionPolicies)
    .optional()
    .describe('What agents may do without asking: read (ask), edit in their lane (edit, the default), all (all)'),
  confirm: z.string().trim().max(64).optional().describe('Hash of the repository’s settings that you agree to'),
});

const usualPolicy: PermissionPolicy = 'edit';
/** Earlier shifts whose settings count as confirmed. */
const maxEarlier = 20;

export const controlStart = defineOperation({
  name: 'control.start',
  order: 30,
  title: 'Start Control',
  asks: true,
  summary: 'Switches control on: it starts agents on ready work, within limits, until a time, and says why what waits.',
  input: startInput,
  output: passSchema.extend({
    /** False if it was on already. */
    isNew: z.boolean(),
  }),
  effect: 'external',
  // Agents are started by people.
  roles: ['human'],
  mcp: null,
  cli: {
    flags: { agents: 'agent' },
    examples: [
      'control start --agent codex:2 --agent claude-code --until 07:00 --money 25',
      'control start --confirm 5f1d7a84db00d2fc',
    ],
  },
  writesShim: true,
  progress: 'notification',
  icon: 'rocket',
  palette: 'store',
  async run(context, input) {
    const ports = requireLanes(context);
    if (context.commands === undefined) {
      throw refusalError('not_allowed', message('sessions.needsRunner'), { hint: message('sessions.needsRunnerHint') });
    }
    const open = await context.store.read(({ controlShifts }) => controlShifts.open());
    const now = context.clock.now();
    const start = open === undefined ? await readStart(context, input, now) : undefined;
    const id = context.ids.ulid(now);
    const isNew = await context.store.transaction(async transaction => {
      if (start === undefined) return false;
      const untilAt = start.until === undefined ? null : nextTimeOfDay(start.until, now);
      const act = { transaction, actor: context.actor, now };
      return (await beginShift(act, { id, ...start, untilAt })).isNew;
    });
    await ensureRunning(context, ports, async isRun => isRun);
    return { ...(await presentPass(context, await readPass(context))), isNew };
  },
});

/** The settings of a new shift. Refuses those of the repository that no person has confirmed. */
async function readStart(context: Context, input: z.output<typeof startInput>, now: number) {
  const written = await writtenSettings(context);
  const { config, problem } = written;
  if (problem !== null) throw refusalError('invalid_input', message('control.settingsBadNow', { why: problem }));
  const settings = startSettings(written, input, now);
  const { agents } = controlSettings(settings);
  if (agents.length === 0) {
    throw refusalError('invalid_input', message('control.nameAgents'), { hint: message('control.nameAgentsHint') });
  }
  for (const { key } of agents) await requireAgent(requireLanes(context), key);
  const text = JSON.stringify(config);
  const earlier = await context.store.read(({ controlShifts }) => controlShifts.latest(maxEarlier));
  const isConfirmed = text === '{}' || earlier.some(one => one.repository_settings === text);
  const hash = settingsHash(config);
  if (!isConfirmed && input.confirm !== hash) {
    throw refusalError('not_allowed', message('control.unconfirmed', { settings: text.slice(0, 2000) }), {
      hint: message('control.unconfirmedHint', { hash }),
      details: { needs: 'confirm', hash, settings: config },
    });
  }
  return {
    settings: JSON.stringify(settings),
    repositorySettings: text,
    policy: input.policy ?? usualPolicy,
    until: settings.until,
  };
}
