const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const;

/** Formats a duration in its largest unit, rounded down: `3 d`, `2 h`, `15 min`, `40 s`. */
export function span(ms: number): string {
  const size = Math.abs(ms);
  const unit = units.find(one => size >= one.ms) ?? units[3];
  return `${Math.floor(size / unit.ms)} ${unit.name}`;
}

/** Formats a time relative to `now`: `3 min ago`, `in 2 h`, `now` within a second. */
export function relativeTime(time: number, now: number): string {
  if (Math.abs(time - now) < 1000) return 'now';
  return time < now ? `${span(now - time)} ago` : `in ${span(time - now)}`;
}

/** `2026-12-01 17:00` in the machine's time zone. */
export function localTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
