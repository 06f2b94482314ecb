import { message } from '../../messages/message.js';
import { parseDuration } from './duration.js';

/** Accepted formats, for refusals and help. */
export const acceptedTimes = message('input.acceptedTimes');

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Max time: 9999-12-31 in UTC. */
const latest = 253_402_300_799_999;

/**
 * Parses to ms UTC. ISO 8601 without an offset is local. Bare digits are unix milliseconds (0 or at least 11 digits, to exclude
 * seconds and years). Relative to `now`: `+2h`, `-1d12h`, now; today, tomorrow and yesterday are local midnights.
 */
export function parseTime(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  const time = parseDigits(trimmed) ?? parseRelative(trimmed, now) ?? parseWord(trimmed, now) ?? parseIso(trimmed);
  return time !== undefined && time >= 0 && time <= latest ? time : undefined;
}

function parseDigits(text: string): number | undefined {
  return /^(0|\d{11,15})$/.test(text) ? Number(text) : undefined;
}

function parseRelative(text: string, now: number): number | undefined {
  const sign = text[0];
  if (sign !== '+' && sign !== '-') return undefined;
  const duration = parseDuration(text.slice(1).toLowerCase());
  if (duration === undefined) return undefined;
  return sign === '+' ? now + duration : now - duration;
}

function parseWord(text: string, now: number): number | undefined {
  const word = text.toLowerCase();
  if (word === 'now') return now;
  const days = { yesterday: -1, today: 0, tomorrow: 1 }[word];
  if (days === undefined) return undefined;
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

function parseIso(text: string): number | undefined {
  const match = isoPattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match;
  const fields = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [y, mo, d, h, mi, s] = fields;
  if (mo < 1 || mo > 12 || d < 1 || d > new Date(Date.UTC(y, mo, 0)).getUTCDate()) return undefined;
  if (h > 23 || mi > 59 || s > 59) return undefined;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  if (offset === undefined) return new Date(y, mo - 1, d, h, mi, s, ms).getTime();
  const shift = offsetMs(offset);
  return shift === undefined ? undefined : Date.UTC(y, mo - 1, d, h, mi, s, ms) - shift;
}

function offsetMs(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
