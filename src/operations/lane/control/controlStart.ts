import * as z from 'zod';
import { type PermissionPolicy, permissionPolicies } from '../../../domain/agentSession/agentSessionRow.js';
import { storedControl } from '../../../domain/config/controlConfig.js';
import { controlSettings, nextTimeOfDay } from '../../../domain/control/controlSettings.js';
import type { ControlShiftRow } from '../../../domain/control/controlShiftRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { ensureRunning } from '../../../records/agentSession/ensureRunner.js';
import { startableAgents, unreachable } from '../../../records/agentSession/startableAgent.js';
import type { Context } from '../../../records/context.js';
import { beginShift, type ShiftStart } from '../../../records/control/controlShifts.js';
import { passSchema, presentPass, settingsHash } from '../../../records/control/controlView.js';
import { readPass } from '../../../records/control/readPass.js';
import { settingsInForce, writtenSettings } from '../../../records/control/readShift.js';
import { namedIn, settingsFields, startSettings } from '../../../records/control/startSettings.js';
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
    /** True if it was on already and goes on with other settings. */
    isChanged: z.boolean(),
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
    const start = await readStart(context, input, { open, now });
    const id = context.ids.ulid(now);
    const isNew =
      start !== undefined &&
      (await context.store.transaction(
        async transaction => (await beginShift({ transaction, actor: context.actor, now }, { id, ...start })).isNew,
      ));
    await ensureRunning(context, ports, async isRun => isRun);
    return {
      ...(await presentPass(context, await readPass(context))),
      isNew,
      isChanged: start !== undefined && !isNew,
    };
  },
});

/**
 * The settings to switch control on with, or to go on with. Refuses those of the repository that no person has confirmed. Undefined if it
 * is on and nothing is asked for.
 */
async function readStart(
  context: Context,
  input: z.output<typeof startInput>,
  { open, now }: { readonly open: ControlShiftRow | undefined; readonly now: number },
): Promise<Omit<ShiftStart, 'id'> | undefined> {
  const written = await writtenSettings(context);
  const { config, problem } = written;
  const isAsked = Object.values(input).some(value => value !== undefined);
  if (open !== undefined && !isAsked && open.stop === null && settingsInForce(written, open).raised.length === 0)
    return undefined;
  if (problem !== null) throw refusalError('invalid_input', message('control.settingsBadNow', { why: problem }));
  const earlier = open === undefined ? {} : namedIn(open);
  const settings = startSettings(written, input, { now, earlier });
  const { agents } = controlSettings(settings);
  if (agents.length === 0) {
    throw refusalError('invalid_input', message('control.nameAgents'), { hint: message('control.nameAgentsHint') });
  }
  await requireAgents(
    context,
    agents.map(({ key }) => key),
    input.agents !== undefined,
  );
  const text = JSON.stringify(config);
  const confirmed = await context.store.read(({ controlShifts }) => controlShifts.latest(maxEarlier));
  const isConfirmed = text === '{}' || confirmed.some(one => one.repository_settings === text);
  const hash = settingsHash(config);
  if (!isConfirmed && input.confirm !== hash) {
    throw refusalError('not_allowed', message('control.unconfirmed', { settings: text.slice(0, 2000) }), {
      hint: message('control.unconfirmedHint', { hash }),
      details: { needs: 'confirm', hash, settings: config },
    });
  }
  const { until } = settings;
  const isSame = open !== undefined && until === storedControl(open.settings).until;
  return {
    settings: JSON.stringify(settings),
    repositorySettings: text,
    policy: input.policy ?? open?.policy ?? usualPolicy,
    untilAt: isSame ? open.until_at : until === undefined ? null : nextTimeOfDay(until, now),
  };
}

/** Refuses agents that cannot be started here: each that the person named, else only if none of the settings can. */
async function requireAgents(context: Context, keys: readonly string[], isNamed: boolean): Promise<void> {
  const all = await startableAgents(requireLanes(context));
  const problems = keys.flatMap(key => {
    const agent = all.find(one => one.key === key);
    return agent === undefined ? message('sessions.unknown', { agent: key }) : (unreachable(agent)?.cause ?? []);
  });
  const [first] = problems;
  if (first === undefined || (!isNamed && problems.length < keys.length)) return;
  const installed = all.filter(agent => unreachable(agent) === undefined).map(({ key }) => key);
  const here = { agents: installed.join(', ') };
  throw refusalError('not_found', first, {
    hint: installed.length === 0 ? message('sessions.noneHere') : message('sessions.installedHere', here),
  });
}
