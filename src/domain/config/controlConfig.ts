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
  attempts: z
    .int()
    .min(1)
    .max(controlLimits.attempts)
    .optional()
    .describe('Failed attempts at an item after which it is left to a person; default: 3.'),
});
export type ControlConfig = z.output<typeof controlConfigSchema>;

/** Settings as the store has them, also with fields that this version does not know. */
export function storedControl(text: string): ControlConfig {
  return controlConfigSchema.strip().parse(JSON.parse(text));
}

/** Takes the lower limit of each field. The time is that of `first`: which one is earlier depends on the beginning (`firstTimeOfDay`). Agents of both, unless one names none. */
export function stricterControl(first: ControlConfig, other: ControlConfig): ControlConfig {
  const agents = commonAgents(first.agents, other.agents);
  const budget = {
    ...lower('money', first.budget, other.budget),
    ...lower('tokens', first.budget, other.budget),
    ...lower('minutes', first.budget, other.budget),
  };
  const until = first.until ?? other.until;
  return {
    ...(agents === undefined ? {} : { agents }),
    ...lower('atOnce', first, other),
    ...(until === undefined ? {} : { until }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
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
