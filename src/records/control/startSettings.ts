import * as z from 'zod';
import { type ControlConfig, controlConfigSchema, stricterControl } from '../../domain/config/controlConfig.js';
import { firstTimeOfDay } from '../../domain/control/controlSettings.js';
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
 * The settings of the base branch, lowered by those that the person named at `now`, ms UTC; where it has none, these alone. Refuses bad
 * ones.
 */
export function startSettings(
  { config, untils }: Pick<WrittenSettings, 'config' | 'untils'>,
  named: Named,
  now: number,
): ControlConfig {
  const own = ownSettings(named);
  const until = firstTimeOfDay([...(own.until === undefined ? [] : [own.until]), ...untils], now);
  return { ...lowered(own, config), ...(until === undefined ? {} : { until }) };
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
