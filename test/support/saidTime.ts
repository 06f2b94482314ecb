const sizes: Readonly<Record<string, number>> = { min: 60_000, minute: 60_000, h: 3_600_000, hour: 3_600_000 };

/**
 * True if words such as `41 minutes ago`, `in 13 minutes`, `1 h ago`, `just now` and `now` are right for a time (ms UTC) at some
 * moment between `from` and `to`. A count may be rounded either way; `now` is anything below a minute.
 */
export function isSaidOf(at: number, words: string, from: number, to: number): boolean {
  if (/^(just )?now$/.test(words)) return Math.abs(at - from) < 60_000;
  const [, ahead, count, unit, ago] = /^(in )?(\d+) (min|minute|h|hour)s?( ago)?$/.exec(words) ?? [];
  if (unit === undefined || (ahead === undefined) === (ago === undefined)) return false;
  const size = sizes[unit] ?? 0;
  const away = [from, to].map(moment => (ahead === undefined ? moment - at : at - moment) / size);
  return Number(count) >= Math.floor(Math.min(...away)) && Number(count) <= Math.ceil(Math.max(...away));
}
