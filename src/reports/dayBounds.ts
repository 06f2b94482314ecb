const dayMs = 86_400_000;
const minuteMs = 60_000;

export interface DayBounds {
  /** `2026-11-21`, one for each day, oldest first. */
  readonly dates: readonly string[];
  /** Where each day begins, ms UTC, and where the last one ends: one entry more than `dates`. */
  readonly bounds: readonly number[];
}

/**
 * The last `days` days up to and with the one that holds `now`, for someone `utcOffsetMinutes` east of Greenwich. The
 * offset is taken as it is now: where clocks were changed since, the days before begin an hour beside midnight.
 */
export function dayBounds(now: number, utcOffsetMinutes: number, days: number): DayBounds {
  const shift = utcOffsetMinutes * minuteMs;
  const today = Math.floor((now + shift) / dayMs);
  const numbers = Array.from({ length: days }, (_, index) => today - days + 1 + index);
  return {
    dates: numbers.map(day => new Date(day * dayMs).toISOString().slice(0, 10)),
    bounds: [...numbers, today + 1].map(day => day * dayMs - shift),
  };
}
