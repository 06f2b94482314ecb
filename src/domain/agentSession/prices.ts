import * as z from 'zod';

const price = z.number().min(0).max(1_000_000);

/** Prices of models, in US dollars for a million tokens. 0 is a price. */
export const pricesSchema = z.object({
  /** Day of the list. */
  date: z.iso.date(),
  models: z.record(
    z.string().trim().min(1).max(200),
    z.object({ input: price, output: price, cached: price.optional().describe('Tokens read from a cache') }),
  ),
});
export type Prices = z.output<typeof pricesSchema>;
export type ModelPrice = Prices['models'][string];

/** The list that comes with Stateroom: of its date, without discounts and without prices for long contexts. */
export const usualPrices: Prices = {
  date: '2025-11-24',
  models: {
    'claude-opus-4-5': { input: 5, output: 25, cached: 0.5 },
    'claude-sonnet-4-5': { input: 3, output: 15, cached: 0.3 },
    'claude-haiku-4-5': { input: 1, output: 5, cached: 0.1 },
    'gpt-5': { input: 1.25, output: 10, cached: 0.125 },
    'gpt-5-codex': { input: 1.25, output: 10, cached: 0.125 },
    'gpt-5-mini': { input: 0.25, output: 2, cached: 0.025 },
    'gemini-2.5-pro': { input: 1.25, output: 10, cached: 0.125 },
    'gemini-2.5-flash': { input: 0.3, output: 2.5, cached: 0.03 },
  },
};

/** Price of a model, also with its vendor before and a date after its name; undefined if the list does not have it. */
export function priceOf({ models }: Prices, model: string | null): ModelPrice | undefined {
  if (model === null) return undefined;
  const whole = model.trim().toLowerCase();
  const last = whole.slice(whole.lastIndexOf('/') + 1);
  const names = [whole, last, last.replace(/[-@]\d{4}-?\d{2}-?\d{2}$/, '')];
  const known = new Map(Object.entries(models).map(([name, one]) => [name.toLowerCase(), one]));
  return names.map(name => known.get(name)).find(one => one !== undefined);
}
