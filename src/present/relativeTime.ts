import type { Translate } from '../reports/translate.js';

/** A relative time, and when its text becomes outdated (ms UTC; undefined for never). */
export interface TimeLabel {
  readonly text: string;
  readonly changesAt: number | undefined;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Limits for the remaining time in minutes, and in hours. */
const finestMinutes = 90 * minute;
const finestHours = 36 * hour;

type Unit = 'moment' | 'minute' | 'hour' | 'day';
const sizes: Readonly<Record<Unit, number>> = { moment: minute, minute, hour, day };
type Wording = Readonly<Record<Unit, (count: number, t: Translate) => string>>;

const agoWords: Wording = {
  moment: (_, t) => t('just now'),
  minute: (count, t) => t('{0} min ago', count),
  hour: (count, t) => t('{0} h ago', count),
  day: (count, t) => t('{0} d ago', count),
};

const spanWords: Wording = {
  moment: () => '',
  minute: (count, t) => t('{0} min', count),
  hour: (count, t) => t('{0} h', count),
  day: (count, t) => t('{0} d', count),
};

const leftWords: Wording = {
  moment: (_, t) => t('under a minute left'),
  minute: (count, t) => t('{0} min left', count),
  hour: (count, t) => t('{0} h left', count),
  day: (count, t) => t('{0} d left', count),
};

const inWords: Wording = {
  moment: (_, t) => t('in under a minute'),
  minute: (count, t) => t('in {0} min', count),
  hour: (count, t) => t('in {0} h', count),
  day: (count, t) => t('in {0} d', count),
};

const dueWords: Wording = {
  moment: (_, t) => t('due in under a minute'),
  minute: (count, t) => t('due in {0} min', count),
  hour: (count, t) => t('due in {0} h', count),
  day: (count, t) => t('due in {0} d', count),
};

const overdueWords: Wording = {
  moment: (_, t) => t('due now'),
  minute: (count, t) => t('overdue by {0} min', count),
  hour: (count, t) => t('overdue by {0} h', count),
  day: (count, t) => t('overdue by {0} d', count),
};

/** `5 min ago`, in whole minutes, hours or days, rounded down. */
export function timeAgo(at: number, now: number, t: Translate): TimeLabel {
  return passed(at, now, agoWords, t);
}

/** `4 min`, rounded down; no text for under a minute. */
export function timeSpan(at: number, now: number, t: Translate): { text: string | undefined; changesAt?: number } {
  const { text, changesAt } = passed(at, now, spanWords, t);
  return { text: text === '' ? undefined : text, ...(changesAt !== undefined && { changesAt }) };
}

/** `12 min left` of a lease, rounded up so that `1 min left` is true to its last second. */
export function timeLeft(until: number, now: number, t: Translate): TimeLabel {
  return remaining(until, now, leftWords, t);
}

/** `in 2 h` */
export function timeUntil(at: number, now: number, t: Translate): TimeLabel {
  return remaining(at, now, inWords, t);
}

/** `due in 2 d` or `overdue by 3 h`. */
export function dueLabel(due: number, now: number, t: Translate): TimeLabel {
  return due > now ? remaining(due, now, dueWords, t) : passed(due, now, overdueWords, t);
}

function passed(at: number, now: number, words: Wording, t: Translate): TimeLabel {
  const span = Math.max(0, now - at);
  const unit: Unit = span < minute ? 'moment' : span < hour ? 'minute' : span < day ? 'hour' : 'day';
  const size = sizes[unit];
  const count = Math.floor(span / size);
  return { text: words[unit](count, t), changesAt: at + (count + 1) * size };
}

function remaining(until: number, now: number, words: Wording, t: Translate): TimeLabel {
  const span = until - now;
  if (span < minute) return { text: words.moment(0, t), changesAt: span > 0 ? until : undefined };
  if (span < finestMinutes) {
    const count = Math.ceil(span / minute);
    return { text: words.minute(count, t), changesAt: until - (count - 1) * minute };
  }
  const [unit, finer] = span < finestHours ? (['hour', finestMinutes] as const) : (['day', finestHours] as const);
  const count = Math.round(span / sizes[unit]);
  // Halves round up, so the smaller count begins one millisecond after the half.
  const nextCount = until - (count - 0.5) * sizes[unit] + 1;
  return { text: words[unit](count, t), changesAt: Math.min(nextCount, until - finer + 1) };
}
