import { addDays, type CalendarDate } from './isoWeek.js';

const formats = new Map<string, Intl.DateTimeFormat>();

export function isTimeZone(name: string): boolean {
  try {
    return formatIn(name) !== undefined;
  } catch {
    return false;
  }
}

export function dateIn(zone: string, time: number): CalendarDate {
  return new Date(time + offsetIn(zone, time)).toISOString().slice(0, 10);
}

/** Start of a date in a time zone, ms UTC; if clocks skip midnight, the first moment after it. */
export function startOfDate(zone: string, date: CalendarDate): number {
  const midnight = Date.parse(date);
  const guess = midnight - offsetIn(zone, midnight);
  const moments = [guess, midnight - offsetIn(zone, guess)].sort((one, other) => one - other);
  return moments.find(moment => dateIn(zone, moment) === date) ?? guess;
}

/** Starts of these dates, ms UTC, and the end of the last one: one entry more than dates. */
export function datesBetween(
  zone: string,
  from: CalendarDate,
  days: number,
): { readonly dates: readonly CalendarDate[]; readonly bounds: readonly number[] } {
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  return { dates, bounds: [...dates, addDays(from, days)].map(date => startOfDate(zone, date)) };
}

/** Offset of a zone's clocks from UTC, in ms; positive if ahead. */
function offsetIn(zone: string, time: number): number {
  const parts = formatIn(zone).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find(one => one.type === type)?.value ?? Number.NaN);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(time / 1000) * 1000;
}

function formatIn(zone: string): Intl.DateTimeFormat {
  const existing = formats.get(zone);
  if (existing !== undefined) return existing;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
