const dayMs = 86_400_000;
const minuteMs = 60_000;

export interface DayBounds {
  /** `2026-11-21`, one for each day, oldest first. */
  readonly dates: readonly string[];
  /** Start of each day and end of the last one, ms UTC: one entry more than `dates`. */
  readonly bounds: readonly number[];
}

/** Includes the day of `now`. Uses the present offset: days before a clock change begin an hour off midnight. */
export function dayBounds(now: number, utcOffsetMinutes: number, days: number): DayBounds {
  const shift = utcOffsetMinutes * minuteMs;
  const today = Math.floor((now + shift) / dayMs);
  const numbers = Array.from({ length: days }, (_, index) => today - days + 1 + index);
  return {
    dates: numbers.map(day => new Date(day * dayMs).toISOString().slice(0, 10)),
    bounds: [...numbers, today + 1].map(day => day * dayMs - shift),
  };
}
