import * as z from 'zod';
import { type PermissionPolicy, permissionPolicies } from '../../../domain/agentSession/agentSessionRow.js';
import { type ControlConfig, controlConfigSchema, stricterControl } from '../../../domain/config/controlConfig.js';
import { controlSettings, nextTimeOfDay } from '../../../domain/control/controlSettings.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { describeIssue } from '../../../messages/describeIssue.js';
import { message } from '../../../messages/message.js';
import { reported } from '../../../messages/schemaProblem.js';
import { ensureRunning } from '../../../records/agentSession/ensureRunner.js';
import { requireAgent } from '../../../records/agentSession/startableAgent.js';
import type { Context } from '../../../records/context.js';
import { beginShift } from '../../../records/control/controlShifts.js';
import { passSchema, presentPass, settingsHash } from '../../../records/control/controlView.js';
import { readPass } from '../../../records/control/readPass.js';
import { writtenSettings } from '../../../records/control/readShift.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { defineOperation } from '../../operation.js';

const startInput = z.strictObject({
  agents: z
    .array(z.string().trim().min(1).max(100))
    .max(20)
    .optional()
    .describe('Agents that may be started, each with how many at once: codex:2'),
  atOnce: z.coerce.number().optional().describe('Agents at work at once, all together'),
  until: z.string().trim().optional().describe('Time of day after which nothing new is started: 07:00'),
  money: z.coerce.number().optional().describe('Max use in US dollars'),
  tokens: z.coerce.number().optional().describe('Max use in tokens'),
  minutes: z.coerce.number().optional().describe('Max minutes of all agents added up'),
  attempts: z.coerce.number().optional().describe('Failed attempts at an item before it is left to you'),
  policy: z
    .enum(permissionPolicies)
    .optional()
    .describe('What agents may do without asking: read (ask), edit in their lane (edit, the default), all (all)'),
  confirm: z.string().trim().max(64).optional().describe('Hash of the repository’s settings that you agree to'),
});
type StartInput = z.output<typeof startInput>;

const usualPolicy: PermissionPolicy = 'edit';

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
  palette: false,
  async run(context, input) {
    const ports = requireLanes(context);
    if (context.commands === undefined) {
      throw refusalError('not_allowed', message('sessions.needsRunner'), { hint: message('sessions.needsRunnerHint') });
    }
    const open = await context.store.read(({ controlShifts }) => controlShifts.open());
    const start = open === undefined ? await readStart(context, input) : undefined;
    const now = context.clock.now();
    const id = context.ids.ulid(now);
    const isNew = await context.store.transaction(async transaction => {
      if (start === undefined) return false;
      const act = { transaction, actor: context.actor, now };
      return (await beginShift(act, { id, ...start, untilAt: untilAt(start.until, now) })).isNew;
    });
    await ensureRunning(context, ports, async isRun => isRun);
    return { ...(await presentPass(context, await readPass(context))), isNew };
  },
});

function untilAt(until: string | undefined, now: number): number | null {
  return until === undefined ? null : nextTimeOfDay(until, now);
}

/** The settings of a new shift. Refuses those of the repository that no person has confirmed. */
async function readStart(context: Context, input: StartInput) {
  const { config, problem } = await writtenSettings(context);
  if (problem !== null) throw refusalError('invalid_input', message('control.settingsBadNow', { why: problem }));
  const own = ownSettings(input);
  const isWritten = Object.keys(config).length > 0;
  const settings = isWritten ? stricterControl({ agents: config.agents, ...own } as ControlConfig, config) : own;
  const { agents } = controlSettings(settings);
  if (agents.length === 0) {
    throw refusalError('invalid_input', message('control.nameAgents'), { hint: message('control.nameAgentsHint') });
  }
  for (const { key } of agents) await requireAgent(requireLanes(context), key);
  const text = JSON.stringify(config);
  const earlier = await context.store.read(({ controlShifts }) => controlShifts.latest(20));
  const isConfirmed = !isWritten || earlier.some(one => one.repository_settings === text);
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

/** The settings that the person named. */
function ownSettings({ agents, atOnce, until, money, tokens, minutes, attempts }: StartInput): ControlConfig {
  const named = agents?.map(text => {
    const [, key = text, count = '1'] = /^(.+?)(?::(\d+))?$/.exec(text) ?? [];
    return [key, Number(count)] as const;
  });
  const budget = { ...defined({ money, tokens, minutes }) };
  const given = {
    ...(named === undefined ? {} : { agents: Object.fromEntries(named) }),
    ...defined({ atOnce, until, attempts }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  };
  const parsed = controlConfigSchema.safeParse(given, reported);
  if (parsed.success) return parsed.data;
  throw refusalError('invalid_input', message('control.badSettings', { why: describeIssue(parsed.error) }));
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
