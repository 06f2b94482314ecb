import * as z from 'zod';
import type { CostSum } from './sessionCost.js';

const limit = () => z.number().min(0).max(1_000_000_000_000).optional();

/** Limits of what started agents may use. Of several settings the lowest counts; a limit that is not set does not hold. */
export const budgetShape = {
  itemDollars: limit().describe('US dollars that started agents may use for one work item, by all attempts.'),
  itemTokens: limit().describe('Input and output tokens that they may use for one work item.'),
  itemMinutes: limit().describe('Minutes for which they may run for one work item.'),
  dayDollars: limit().describe('US dollars that all started agents of a repository may use in a day.'),
  dayTokens: limit().describe('Input and output tokens that they may use in a day.'),
  dayMinutes: limit().describe('Minutes for which they may run in a day, added up.'),
};
export const budgetSchema = z.strictObject(budgetShape);
export type BudgetSettings = z.output<typeof budgetSchema>;
export type BudgetName = keyof BudgetSettings;
export const budgetNames = Object.keys(budgetShape) as BudgetName[];

/** The lower limit of each. */
export function lowerBudget(one: BudgetSettings, other: BudgetSettings): BudgetSettings {
  const limits = budgetNames.flatMap(name => {
    const set = [one[name], other[name]].filter(value => value !== undefined);
    return set.length === 0 ? [] : [[name, Math.min(...set)] as const];
  });
  return Object.fromEntries(limits) as BudgetSettings;
}

export interface UsedBudget {
  readonly name: BudgetName;
  readonly limit: number;
  /** Known part. */
  readonly used: number;
  /** 1 if it is used up. */
  readonly share: number;
  /** True if some of these figures are unknown, in this limit or another one. */
  readonly isPartlyUnknown: boolean;
}

/** The limit of which most is used; undefined without limits. What is unknown counts for none, and is said. */
export function fullestBudget(
  settings: BudgetSettings,
  { item, day }: { readonly item: CostSum; readonly day: CostSum },
): UsedBudget | undefined {
  const found = budgetNames.flatMap(name => {
    const most = settings[name];
    if (most === undefined) return [];
    const [used, unknown] = figuresOf(name, name.startsWith('item') ? item : day);
    return [{ name, limit: most, used, unknown, share: most === 0 ? 1 : used / most }];
  });
  const [first] = [...found].sort((one, other) => other.share - one.share);
  if (first === undefined) return undefined;
  const { unknown: _, ...fullest } = first;
  return { ...fullest, isPartlyUnknown: found.some(({ unknown }) => unknown > 0) };
}

function figuresOf(name: BudgetName, sum: CostSum): [used: number, unknown: number] {
  if (name.endsWith('Dollars')) return [sum.costMicros / 1_000_000, sum.costUnknown];
  if (name.endsWith('Tokens')) return [sum.tokens, sum.tokensUnknown];
  return [sum.ms / 60_000, sum.msUnknown];
}

/** `$5.10`, `1200 tokens`, `61 min`. */
export function budgetAmount(name: BudgetName, amount: number): string {
  if (name.endsWith('Dollars')) return `$${amount.toFixed(2)}`;
  return name.endsWith('Tokens') ? `${amount} tokens` : `${Math.floor(amount * 10) / 10} min`;
}
