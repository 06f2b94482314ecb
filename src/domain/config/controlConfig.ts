import * as z from 'zod';

export const controlLimits = { atOnce: 50, attempts: 10, agents: 20 } as const;

const atOnceField = z.int().min(1).max(controlLimits.atOnce);

/** Section `control` of the settings: limits of what is started while nobody watches. What is not set restricts nothing. */
export const controlConfigSchema = z.strictObject({
  agents: z
    .record(z.string().regex(/^(?!program$)[a-z0-9][\w.-]{0,59}$/), atOnceField)
    .refine(agents => Object.keys(agents).length <= controlLimits.agents)
    .optional()
    .describe('Agents that may be started, each with how many of it at once; the first that can start is taken.'),
  atOnce: atOnceField.optional().describe('Agents at work at once, all together; default: the sum of agents.'),
  until: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional()
    .describe('Time of day after which nothing new is started, such as 07:00; what runs goes on to its end.'),
  budget: z
    .strictObject({
      money: z.number().positive().max(100_000).optional().describe('US dollars.'),
      tokens: z.int().positive().max(100_000_000_000).optional().describe('Tokens.'),
      minutes: z.int().positive().max(1_000_000).optional().describe('Minutes of all agents added up.'),
    })
    .optional()
    .describe('What may be used each time that control is on; nothing new is started after that.'),
  needsYou: z
    .array(z.string().trim().min(1).max(500))
    .max(100)
    .optional()
    .describe('Paths whose changes only a person approves, as globs; default: all.'),
  attempts: z
    .int()
    .min(1)
    .max(controlLimits.attempts)
    .optional()
    .describe('Failed attempts at an item after which it is left to a person; default: 3.'),
});
export type ControlConfig = z.output<typeof controlConfigSchema>;

export const usualAttempts = 3;

/** Settings in force, with the defaults for what is not set. */
export interface ControlSettings {
  /** In the order of preference. */
  readonly agents: readonly { readonly key: string; readonly atOnce: number }[];
  readonly atOnce: number;
  readonly attempts: number;
  readonly until: string | null;
  readonly budget: { readonly money: number | null; readonly tokens: number | null; readonly minutes: number | null };
  readonly needsYou: readonly string[];
}

export function controlSettings(config: ControlConfig): ControlSettings {
  const agents = Object.entries(config.agents ?? {}).map(([key, atOnce]) => ({ key, atOnce }));
  const { money = null, tokens = null, minutes = null } = config.budget ?? {};
  return {
    agents,
    atOnce: config.atOnce ?? agents.reduce((sum, { atOnce }) => sum + atOnce, 0),
    attempts: config.attempts ?? usualAttempts,
    until: config.until ?? null,
    budget: { money, tokens, minutes },
    needsYou: config.needsYou ?? ['**'],
  };
}

/** Takes the lower limit of each field; the time of `first`, which has no order. Agents of both, unless one names none. */
export function stricterControl(first: ControlConfig, other: ControlConfig): ControlConfig {
  const agents = commonAgents(first.agents, other.agents);
  const budget = {
    ...lower('money', first.budget, other.budget),
    ...lower('tokens', first.budget, other.budget),
    ...lower('minutes', first.budget, other.budget),
  };
  const until = first.until ?? other.until;
  const globs = [...(first.needsYou ?? []), ...(other.needsYou ?? [])];
  // Without a list everything needs a person, which is the strictest.
  const needsYou = first.needsYou === undefined || other.needsYou === undefined ? undefined : [...new Set(globs)];
  return {
    ...(agents === undefined ? {} : { agents }),
    ...lower('atOnce', first, other),
    ...(until === undefined ? {} : { until }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(needsYou === undefined ? {} : { needsYou }),
    ...lower('attempts', first, other),
  };
}

function commonAgents(first: ControlConfig['agents'], other: ControlConfig['agents']): ControlConfig['agents'] {
  if (first === undefined || other === undefined) return first ?? other;
  const common = Object.entries(first).filter(([key]) => Object.hasOwn(other, key));
  return Object.fromEntries(common.map(([key, atOnce]) => [key, Math.min(atOnce, other[key] ?? atOnce)]));
}

function lower<Field extends string>(
  field: Field,
  first: { readonly [Name in Field]?: number | undefined } | undefined,
  other: { readonly [Name in Field]?: number | undefined } | undefined,
): { readonly [Name in Field]?: number } {
  const set = [first?.[field], other?.[field]].filter(value => value !== undefined);
  return (set.length === 0 ? {} : { [field]: Math.min(...set) }) as { readonly [Name in Field]?: number };
}

/** A setting that allows more than what a person confirmed: `agents.codex` from 2 to 4; null for none. */
export interface RaisedSetting {
  readonly key: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What `wanted` allows beyond what was confirmed at `at` (ms UTC). A field that is not set in `wanted` asks for nothing. */
export function raisedSettings(confirmed: ControlConfig, wanted: ControlConfig, at: number): RaisedSetting[] {
  const raised: RaisedSetting[] = [];
  const before = controlSettings(confirmed);
  const number = (key: string, from: number | undefined, to: number | undefined) => {
    if (to !== undefined && from !== undefined && to > from) raised.push({ key, from: String(from), to: String(to) });
  };
  for (const [key, atOnce] of Object.entries(wanted.agents ?? {})) {
    const from = confirmed.agents?.[key];
    if (from === undefined) raised.push({ key: `agents.${key}`, from: null, to: String(atOnce) });
    else number(`agents.${key}`, from, atOnce);
  }
  number('atOnce', before.atOnce, wanted.atOnce);
  for (const field of ['money', 'tokens', 'minutes'] as const) {
    number(`budget.${field}`, confirmed.budget?.[field], wanted.budget?.[field]);
  }
  number('attempts', before.attempts, wanted.attempts);
  const { until } = confirmed;
  if (wanted.until !== undefined && until !== undefined && nextTimeOfDay(wanted.until, at) > nextTimeOfDay(until, at)) {
    raised.push({ key: 'until', from: until, to: wanted.until });
  }
  const asked = wanted.needsYou;
  const missing = asked === undefined ? [] : before.needsYou.filter(glob => !asked.includes(glob));
  for (const glob of missing) raised.push({ key: 'needsYou', from: glob, to: null });
  return raised;
}

/** First time after `from` at this time of day of this machine, in ms UTC. */
export function nextTimeOfDay(timeOfDay: string, from: number): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const at = new Date(from);
  at.setHours(hours, minutes, 0, 0);
  if (at.getTime() <= from) at.setDate(at.getDate() + 1);
  return at.getTime();
}
