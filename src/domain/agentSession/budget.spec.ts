import { expect, it } from 'vitest';
import { fullestBudget, lowerBudget } from './budget.js';
import type { CostSum } from './sessionCost.js';

const sum = (known: Partial<CostSum>): CostSum => ({
  ...{
    sessions: 1,
    tokens: 0,
    tokensUnknown: 0,
    costMicros: 0,
    estimatedMicros: 0,
    costUnknown: 0,
    ms: 0,
    msUnknown: 0,
  },
  ...known,
});

it('has the lower limit of several', () => {
  expect(lowerBudget({ itemDollars: 5, dayTokens: 100 }, { itemDollars: 9, dayTokens: 50, itemMinutes: 3 })).toEqual({
    ...{ itemDollars: 5, dayTokens: 50, itemMinutes: 3 },
  });
});

it('is judged by the limit of which most is used', () => {
  const used = { item: sum({ costMicros: 4_000_000, ms: 30 * 60_000 }), day: sum({ costMicros: 6_000_000 }) };
  expect(fullestBudget({ itemDollars: 5, itemMinutes: 60, dayDollars: 10 }, used)).toEqual({
    ...{ name: 'itemDollars', limit: 5, used: 4, share: 0.8, isPartlyUnknown: false },
  });
  expect(fullestBudget({ dayMinutes: 0 }, used)).toMatchObject({ name: 'dayMinutes', share: 1 });
  expect(fullestBudget({}, used)).toBeUndefined();
});

it('does not take an unknown cost for zero: the time decides, and that is said', () => {
  const used = { item: sum({ costUnknown: 1, tokensUnknown: 1, ms: 66 * 60_000 }), day: sum({}) };
  expect(fullestBudget({ itemDollars: 5, itemMinutes: 60 }, used)).toEqual({
    ...{ name: 'itemMinutes', limit: 60, used: 66, share: 1.1, isPartlyUnknown: true },
  });
});
