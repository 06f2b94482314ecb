const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Parses `90s`, `15m`, `1h30m`, `2d` into ms; undefined if invalid. Units are ms, s, m, h, d and w. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d{1,9}(ms|s|m|h|d|w))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+)(ms|[smhdw])/g))
    total += Number(amount) * (unitMs[unit] ?? 0);
  return total;
}

/** Formats a duration in the largest unit without remainder: `15m`, `90s`, `2h`. */
export function formatDuration(ms: number): string {
  for (const unit of ['w', 'd', 'h', 'm', 's'] as const) {
    const size = unitMs[unit] ?? 1;
    if (ms >= size && ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}
