/** The value below which this share of them lies; 0.5 is the median. Of an even number, the upper of the two. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new Error('There is nothing to take a quantile of.');
  return value;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The run-by-run ratio of two engines' figures: what disturbs a run disturbs both of its halves. */
export function ratios(over: readonly number[], under: readonly number[]): number[] {
  return over.map((value, index) => value / (under[index] ?? Number.NaN));
}
