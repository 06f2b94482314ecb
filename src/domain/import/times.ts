import type { RecordWords } from './importedTask.js';

/** Times of one entry. Unreadable ones are kept as text and counted. */
export class Times {
  /** By the tracker's field name. */
  readonly kept: Record<string, unknown> = {};
  readonly counted: RecordWords[] = [];

  /** Undefined for none, an unreadable time, and before 1970 (Go's unset time). */
  at(value: string | number | null | undefined, field: string): number | undefined {
    const given = value ?? '';
    if (given === '') return undefined;
    const time = timeOf(given);
    if (time === undefined) this.#keep(given, field);
    return time !== undefined && time > 0 ? time : undefined;
  }

  /** Like `at`, but returns an unreadable time as text, which is put above the comment. */
  ofComment(value: string | number | null | undefined, field: string): number | string | undefined {
    const given = value ?? '';
    if (given === '') return undefined;
    const time = timeOf(given);
    if (time !== undefined) return time > 0 ? time : undefined;
    this.counted.push(['time', field, 'text']);
    return String(given).trim();
  }

  #keep(given: string | number, field: string): void {
    this.kept[field] = given;
    this.counted.push(['time', field, 'payload']);
  }
}

const longest = 100;
const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;
/** The end of the year 9999. */
const latest = 253_402_300_799_999;
/** 1899-12-30, the day 0 of spreadsheets. */
const sheetStart = Date.UTC(1899, 11, 30);

/**
 * Parses ISO 8601 and variants, English and German month names, spreadsheet days, and seconds to nanoseconds since 1970 to ms
 * UTC; UTC without a zone. Undefined if invalid or ambiguous (03/06/2024).
 */
export function timeOf(given: string | number): number | undefined {
  const text = String(given).trim();
  if (text.length > longest) return undefined;
  const spaced = text.replace(/\s+/g, ' ');
  const time = /^\d+([.,]\d+)?$/.test(spaced) ? fromNumber(spaced.replace(',', '.')) : fromWords(spaced);
  return time !== undefined && time <= latest ? time : undefined;
}

/** Distinguishes by digits: 20240306, 45357.5 of a spreadsheet, or time since 1970. */
function fromNumber(text: string): number | undefined {
  const digits = text.split('.')[0]?.length ?? 0;
  const value = Number(text);
  if (digits === 5) return value >= 25_569 && value < 73_051 ? Math.round(sheetStart + value * day) : undefined;
  if (digits === 8) return dayOf(text.slice(0, 4), text.slice(4, 6), text.slice(6));
  if (digits === 10) return Math.round(value * second);
  if (digits >= 12 && digits <= 14) return Math.round(value);
  if (digits === 16) return Math.floor(value / 1000);
  return digits === 19 ? Math.floor(value / 1_000_000) : undefined;
}

const clock = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?([ap])\.?m\b\.?)?`;
const zone = String.raw`(Z|UTC|GMT|[A-Z]{3,4})? ?([+-]\d\d(?::?\d\d)?)?(?: UTC)?`;
const clockAndZone = new RegExp(`(?:^|T|[ ,])(?:(?:at|um) )?${clock}(?: Uhr)?(?: ?${zone})?(?= |$)`, 'i');

/** Offsets in hours; names of RFC 2822 and Central Europe. */
const zones: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  mez: 1,
  mesz: 2,
};

function fromWords(text: string): number | undefined {
  const [, ticks] = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/.exec(text) ?? [];
  if (ticks !== undefined) return Number(ticks);
  // 20240306T101500Z, and a zone name after the offset.
  const plain = text
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?/i, '$1-$2-$3T$4:$5:$6')
    .replace(/:(?=[Z+-]|$)/i, '')
    .replace(/ ?(?:\([^)]*\)|\[[^\]]*\])$/, '');
  const found = clockAndZone.exec(plain);
  if (found === null) return /^\d{8}T/i.test(text) ? undefined : dayFrom(plain);
  const [whole, hours = '', minutes, seconds = '0', half, name, offset = ''] = found;
  const date = dayFrom(`${plain.slice(0, found.index)} ${plain.slice(found.index + whole.length)}`);
  const noon = half === undefined ? 0 : half.toLowerCase() === 'p' ? 12 : 0;
  const hourOfDay = half === undefined ? Number(hours) : (Number(hours) % 12) + noon;
  const isClock = hourOfDay < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
  const isHalf = half === undefined || (Number(hours) >= 1 && Number(hours) <= 12);
  const named = name === undefined ? 0 : zones[name.toLowerCase()];
  if (date === undefined || !isClock || !isHalf || named === undefined) return undefined;
  const [, sign, far = '0', more = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const shift = (Number(far) * 60 + Number(more)) * (sign === '-' ? -1 : 1);
  const fraction = Number(/:\d\d[.,](\d+)/.exec(whole)?.[1]?.slice(0, 3).padEnd(3, '0') ?? 0);
  return (
    date + hourOfDay * hour + (Number(minutes) - shift) * 60_000 + Number(seconds) * second + fraction - named * hour
  );
}

const months = [
  ['jan', 'january', 'januar', 'jän', 'jänner'],
  ['feb', 'february', 'februar'],
  ['mar', 'march', 'märz', 'mär', 'mrz'],
  ['apr', 'april'],
  ['may', 'mai'],
  ['jun', 'june', 'juni'],
  ['jul', 'july', 'juli'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['oct', 'october', 'okt', 'oktober'],
  ['nov', 'november'],
  ['dec', 'december', 'dez', 'dezember'],
];
const monthNumbers = new Map(months.flatMap((names, index) => names.map(name => [name, String(index + 1)] as const)));
const weekday =
  /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|mo|di|mi|do|fr|sa|so|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)[.,]*(?= )/i;

function dayFrom(text: string): number | undefined {
  const date = text.trim().replace(weekday, '').trim().replace(/,+$/, '');
  const [, year, month, dayOfMonth] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ?? [];
  if (year !== undefined) return dayOf(year, month, dayOfMonth);
  // With dots, the day always comes first.
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(date) ?? [];
  if (dotDay !== undefined) return dayOf(dotYear, dotMonth, dotDay);
  const [, first = '', other = '', last] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(date) ?? [];
  if (last !== undefined) {
    if (Number(first) > 12 || Number(first) === Number(other)) return dayOf(last, other, first);
    return Number(other) > 12 ? dayOf(last, first, other) : undefined;
  }
  return withMonthName(date);
}

/** `3/Nov/20`, `Nov 22, 2019`, `5. März 2024`, `Mar 05 2024`, `2024-Mar-05`. */
function withMonthName(date: string): number | undefined {
  const parts = date.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1').split(/[ ,./-]+/);
  const named = parts.findIndex(part => monthNumbers.has(part.toLowerCase()));
  if (parts.length !== 3 || named === -1 || named === 2) return undefined;
  const month = monthNumbers.get(parts[named]?.toLowerCase() ?? '');
  const [before = '', after = ''] = parts.filter((_, index) => index !== named);
  const [year, dayOfMonth] = /^\d{4}$/.test(before) ? [before, after] : [after, before];
  return /^\d{1,2}$/.test(dayOfMonth)
    ? dayOf(/^\d\d$/.test(year) ? fullYear(year) : year, month, dayOfMonth)
    : undefined;
}

function fullYear(year: string): string {
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

/** Undefined for 30 February. */
function dayOf(year = '', month = '', dayOfMonth = ''): number | undefined {
  if (!/^\d{4}$/.test(year)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(dayOfMonth));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(dayOfMonth);
  return isDay ? date.getTime() : undefined;
}
