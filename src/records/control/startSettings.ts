import * as z from 'zod';
import {
  type ControlConfig,
  controlConfigSchema,
  storedControl,
  stricterControl,
} from '../../domain/config/controlConfig.js';
import { firstTimeOfDay } from '../../domain/control/controlSettings.js';
import type { ControlShiftRow } from '../../domain/control/controlShiftRow.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';
import type { WrittenSettings } from './readShift.js';

/** Limits that a person names for one time that control is on. */
export const settingsFields = {
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
};
const settingsSchema = z.object(settingsFields);
type Named = z.output<typeof settingsSchema>;

/**
 * The settings of the base branch, lowered by those that the person named at `now`, ms UTC, and before for the time that control is on
 * already; where it has none, these alone. Refuses bad ones, and agents that the base branch does not allow.
 */
export function startSettings(
  { config, untils }: Pick<WrittenSettings, 'config' | 'untils'>,
  named: Named,
  { now, earlier = {} }: { readonly now: number; readonly earlier?: ControlConfig },
): ControlConfig {
  const given = ownSettings(named);
  const allowed = Object.keys(config.agents ?? given.agents ?? {});
  const refused = Object.keys(given.agents ?? {}).find(key => !allowed.includes(key));
  if (refused !== undefined) {
    const values = { agent: refused, agents: allowed.join(', ') };
    throw refusalError('not_allowed', message('control.onlyAgents', values), { hint: 'control.onlyAgentsHint' });
  }
  const budget = { ...earlier.budget, ...given.budget };
  const own = { ...earlier, ...given, ...(Object.keys(budget).length === 0 ? {} : { budget }) };
  const until = firstTimeOfDay([...(own.until === undefined ? [] : [own.until]), ...untils], now);
  return { ...lowered(own, config), ...(until === undefined ? {} : { until }) };
}

/** Settings that a person named for a shift: those that differ from the repository's at that time. */
export function namedIn(shift: Pick<ControlShiftRow, 'settings' | 'repository_settings'>): ControlConfig {
  const before = storedControl(shift.repository_settings);
  const { budget, ...rest } = storedControl(shift.settings);
  const own = differing(budget ?? {}, before.budget ?? {});
  return { ...differing(rest, before), ...(Object.keys(own).length === 0 ? {} : { budget: own }) };
}

function differing<Fields extends object>(fields: Fields, from: Readonly<Record<string, unknown>>): Partial<Fields> {
  const changed = Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(from[key]));
  return Object.fromEntries(changed) as Partial<Fields>;
}

function lowered(own: ControlConfig, config: ControlConfig): ControlConfig {
  if (Object.keys(own).length === 0) return config;
  if (Object.keys(config).length === 0) return own;
  const { agents = config.agents, ...limits } = own;
  return stricterControl({ ...limits, ...(agents === undefined ? {} : { agents }) }, config);
}

function ownSettings({ agents, atOnce, until, attempts, money, tokens, minutes }: Named): ControlConfig {
  const named = agents?.map(text => {
    const [, key = text, count = '1'] = /^(.+?)(?::(\d+))?$/.exec(text) ?? [];
    return [key, Number(count)] as const;
  });
  const twice = named?.find(([key], index) => named.findIndex(([other]) => other === key) < index);
  if (twice !== undefined) {
    throw refusalError('invalid_input', message('control.agentTwice', { agent: twice[0] }));
  }
  const budget = defined({ money, tokens, minutes });
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
