/** What is to be measured, and how good it has to be. */
export interface Plan {
  readonly measure: string;
  /** The limit that the design allows; empty if there is none. */
  readonly bound: string;
  /** The target; empty if there is none tighter than the bound. */
  readonly goal: string;
}

/** The outcome. */
export interface Result {
  readonly measured: string;
  readonly verdict: Verdict;
  /** The absolute figures behind a ratio, or what else a reader must know. */
  readonly detail: string;
}

/** One line of the result. */
export interface Row extends Plan, Result {
  /** How long `node -e 0` took just before and after it, ms: machines that are shared change their speed within minutes. */
  readonly nodeStartMs?: number | undefined;
}

/** A line that is still to be measured; it stands alone: what it shares with others is made by whoever comes first. */
export interface Measure extends Plan {
  run(): Result | Promise<Result>;
}

/** Says why this machine or this build does not let us measure something. No failure. */
export class NotHere extends Error {}

export type Verdict = 'goal met' | 'bound met, goal missed' | 'missed' | 'not measured' | 'for information';

/** Judges a figure of which less is better (`at most`) or more is better (`at least`). */
export function judge(
  value: number,
  limit: { readonly bound?: number; readonly goal?: number },
  better: 'at most' | 'at least' = 'at most',
): Verdict {
  const meets = (wanted: number | undefined): boolean =>
    wanted === undefined || (better === 'at most' ? value <= wanted : value >= wanted);
  if (limit.bound === undefined && limit.goal === undefined) return 'for information';
  if (meets(limit.goal) && meets(limit.bound)) return 'goal met';
  if (limit.bound !== undefined && meets(limit.bound)) return 'bound met, goal missed';
  return 'missed';
}

/** `0.42`, `12.3`, `140`: three digits that mean something. */
export function figure(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export function times(value: number): string {
  return `${value.toFixed(2)} ×`;
}

/** `2.05 × (1.90–2.31)`: the median and how far the runs lie apart. */
export function spread(values: readonly number[], middle: number): string {
  return `${times(middle)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;
}
