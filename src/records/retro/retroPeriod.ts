import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { addDays, isCalendarDate, isoWeekOf, mondayOf } from '../../domain/time/isoWeek.js';
import { dateIn, datesBetween } from '../../domain/time/timeZone.js';
import { type Message, message, type PlainKey } from '../../messages/message.js';
import type { RetroPeriod } from '../../reports/buildRetro.js';

const maxDays = 366;
const dayMs = 86_400_000;

export interface PeriodRequest {
  /** `2026-W47` */
  readonly week?: string | undefined;
  readonly from?: string | undefined;
  /** Inclusive. */
  readonly to?: string | undefined;
}

/** Returns the requested period; default: the week before that of `now`. Refuses one that does not exist or has not begun. */
export function retroPeriod({ week, from, to }: PeriodRequest, timeZone: string, now: number): RetroPeriod {
  const today = dateIn(timeZone, now);
  if (from === undefined && to === undefined) {
    const label = week ?? isoWeekOf(addDays(today, -7));
    const monday = mondayOf(label);
    if (monday === undefined) throw invalid(message('retros.badWeek', { week: label }), 'retros.badWeekHint');
    if (monday > today) throw invalid(message('retros.futureWeek', { week: label, date: monday }), 'retros.futureHint');
    return { label, timeZone, ...datesBetween(timeZone, monday, 7) };
  }
  if (from === undefined) throw invalid(message('retros.fromMissing'), 'retros.fromMissingHint');
  const last = to ?? today;
  for (const date of [from, last]) {
    if (!isCalendarDate(date)) throw invalid(message('retros.badDate', { date }), 'retros.badDateHint');
  }
  if (from > today) throw invalid(message('retros.futureRange', { date: from }), 'retros.futureHint');
  if (last < from) throw invalid(message('retros.upsideDown', { from, to: last }), 'retros.upsideDownHint');
  const days = Math.round((Date.parse(last) - Date.parse(from)) / dayMs) + 1;
  if (days > maxDays) throw invalid(message('retros.tooLong', { days, max: maxDays }), 'retros.tooLongHint');
  return { label: `${from}_${last}`, timeZone, ...datesBetween(timeZone, from, days) };
}

function invalid(refused: Message, hint: PlainKey): RefusalError {
  return refusalError('invalid_input', refused, { hint });
}
