import { describe, expect, it } from 'vitest';
import type { AgentUsageRow } from './agentUsageRow.js';
import { priceOf, usualPrices } from './prices.js';
import { sessionCost, sumCosts } from './sessionCost.js';

const none = { input: null, output: null, cached: null, cost_micros: null, used: null };
const figures = (meaning: AgentUsageRow['meaning'], known: Partial<AgentUsageRow>) => ({
  ...{ ...none, meaning, source: 'agent' as const },
  ...known,
});
const prices = {
  date: '2026-01-01',
  models: { large: { input: 2, output: 10, cached: 0.5 }, local: { input: 0, output: 0 } },
};

describe('the cost of a session', () => {
  it('is the one that its agent tells, before an estimate', () => {
    const rows = [
      figures('session', { cost_micros: 250_000 }),
      figures('turn', { input: 1000, output: 100 }),
      figures('time', { used: 90_000 }),
    ];
    expect(sessionCost(rows, 'large', prices)).toEqual({
      ...{ meaning: 'turn', input: 1000, output: 100, cached: null },
      ...{ costMicros: 250_000, costSource: 'agent', ms: 90_000 },
    });
  });

  it('is estimated by tokens and the price of the model, where 0 is a price', () => {
    const rows = [figures('turn', { input: 1000, output: 100, cached: 4000 })];
    expect(sessionCost(rows, 'vendor/Large-20260101', prices)).toMatchObject({
      costMicros: 2000 + 1000 + 2000,
      costSource: 'estimate',
    });
    expect(sessionCost(rows, 'local', prices)).toMatchObject({ costMicros: 0, costSource: 'estimate' });
  });

  it.each([
    ['a model without a price', 'unheard-of', [figures('turn', { input: 1000, output: 100 })]],
    ['no model', null, [figures('turn', { input: 1000, output: 100 })]],
    ['no output', 'large', [figures('turn', { input: 1000 })]],
    ['the last request alone', 'large', [figures('last-request', { input: 1000, output: 100 })]],
    ['the context alone', 'large', [figures('context', { used: 5000 })]],
  ])('is unknown with %s, not zero', (_name, model, rows) => {
    expect(sessionCost(rows, model, prices)).toMatchObject({ costMicros: null, costSource: null });
  });

  it('is added up with the number of those that are unknown', () => {
    const known = sessionCost([figures('turn', { input: 1000, output: 100 })], 'large', prices);
    const told = sessionCost([figures('session', { cost_micros: 5 })], null, prices);
    expect(sumCosts([known, told, sessionCost([], 'large', prices)])).toEqual({
      ...{ sessions: 3, tokens: 1100, tokensUnknown: 2 },
      ...{ costMicros: 3005, estimatedMicros: 3000, costUnknown: 1, ms: 0, msUnknown: 3 },
    });
  });
});

it.each([
  ['gpt-5', 1.25],
  ['openai/GPT-5-2025-08-07', 1.25],
  ['gpt-5-mini', 0.25],
  ['claude-opus-4-5-20251101', 5],
  ['claude-opus-4-5@20251101', 5],
  ['gpt-5-large', undefined],
  ['gpt', undefined],
])('the price of %s is found', (model, input) => {
  expect(priceOf(usualPrices, model)?.input).toBe(input);
});
