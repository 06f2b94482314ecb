import { refusalError } from '../../domain/refusal/refusal.js';
import { formatDuration, parseDuration } from '../../domain/time/duration.js';
import { acceptedTimes, parseTime } from '../../domain/time/time.js';
import { maxLeaseMs, minLeaseMs } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';

/** Parses a time to ms UTC; refuses an invalid one, naming the field. Undefined stays undefined. */
export function readTime<Text extends string | undefined>(
  text: Text,
  field: string,
  now: number,
): Text extends string ? number : number | undefined;
export function readTime(text: string | undefined, field: string, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text, now);
  if (time === undefined) {
    throw refusalError('invalid_input', message('input.notTime', { field, text: text.slice(0, 80) }), {
      hint: message('input.give', { what: acceptedTimes }),
    });
  }
  return time;
}

export function readLease(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const lease = parseDuration(text.toLowerCase());
  if (lease === undefined || lease < minLeaseMs || lease > maxLeaseMs) {
    throw refusalError('invalid_input', message('queue.badLease', { text, min: formatDuration(minLeaseMs) }), {
      hint: 'queue.badLeaseHint',
    });
  }
  return lease;
}
