import * as z from 'zod';
import { type AgentUsageRow, type UsageMeaning, usageSources } from './agentUsageRow.js';
import { type Prices, priceOf } from './prices.js';

/** Use of one session. Null is unknown, never zero. */
export const sessionCostSchema = z.object({
  /** Span of the tokens: all turns added up, or the session as its agent counts it; null if they are unknown. */
  meaning: z.enum(['turn', 'session']).nullable(),
  input: z.int().nullable(),
  output: z.int().nullable(),
  cached: z.int().nullable(),
  /** Millionths of a US dollar. */
  costMicros: z.int().nullable(),
  /** Source of the cost: the agent, or an estimate by tokens and prices. */
  costSource: z.enum(usageSources).nullable(),
  /** Time for which its program ran, by a clock that cannot be set; ms. */
  ms: z.int().nullable(),
});
export type SessionCost = z.output<typeof sessionCostSchema>;

type Figures = Pick<AgentUsageRow, 'meaning' | 'source' | 'input' | 'output' | 'cached' | 'cost_micros' | 'used'>;

/** Use of a session by its figures: its total before its turns, the agent's own cost before an estimate. */
export function sessionCost(figures: readonly Figures[], model: string | null, prices: Prices): SessionCost {
  const of = (meaning: UsageMeaning) => figures.find(one => one.meaning === meaning);
  const counted = [of('session'), of('turn')].filter(one => one !== undefined);
  const tokens = counted.find(({ input, output }) => input !== null || output !== null);
  const told = counted.find(({ cost_micros }) => cost_micros !== null);
  const estimate = tokens === undefined ? null : estimated(tokens, model, prices);
  return {
    meaning: tokens === undefined ? null : (tokens.meaning as 'turn' | 'session'),
    input: tokens?.input ?? null,
    output: tokens?.output ?? null,
    cached: tokens?.cached ?? null,
    costMicros: told?.cost_micros ?? estimate,
    costSource: told?.source ?? (estimate === null ? null : 'estimate'),
    ms: of('time')?.used ?? null,
  };
}

/** Tokens by the price of their model; null if one of these is unknown. Dollars for a million are millionths for one. */
function estimated({ input, output, cached }: Figures, model: string | null, prices: Prices): number | null {
  const price = priceOf(prices, model);
  if (price === undefined || input === null || output === null) return null;
  return Math.round(input * price.input + output * price.output + (cached ?? 0) * (price.cached ?? price.input));
}

/** Use of several sessions: sums of the known figures, and counts of the sessions without them. */
export const costSumSchema = z.object({
  sessions: z.int(),
  /** Input and output. */
  tokens: z.int(),
  tokensUnknown: z.int(),
  costMicros: z.int(),
  /** Part of the cost that is an estimate. */
  estimatedMicros: z.int(),
  costUnknown: z.int(),
  ms: z.int(),
  msUnknown: z.int(),
});
export type CostSum = z.output<typeof costSumSchema>;

export function sumCosts(costs: readonly SessionCost[]): CostSum {
  const sum = (read: (cost: SessionCost) => number | null) => costs.reduce((total, one) => total + (read(one) ?? 0), 0);
  const unknown = (read: (cost: SessionCost) => number | null) => costs.filter(one => read(one) === null).length;
  return {
    sessions: costs.length,
    tokens: sum(tokensOf),
    tokensUnknown: unknown(tokensOf),
    costMicros: sum(({ costMicros }) => costMicros),
    estimatedMicros: sum(({ costMicros, costSource }) => (costSource === 'estimate' ? costMicros : 0)),
    costUnknown: unknown(({ costMicros }) => costMicros),
    ms: sum(({ ms }) => ms),
    msUnknown: unknown(({ ms }) => ms),
  };
}

/** Input and output; null if one is unknown. */
export function tokensOf({ input, output }: Pick<SessionCost, 'input' | 'output'>): number | null {
  return input === null || output === null ? null : input + output;
}
