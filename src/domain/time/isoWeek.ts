/** Calendar date such as `2026-11-23`, without a time zone. */
export type CalendarDate = string;

const dayMs = 86_400_000;

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Undefined if the year has no such week. */
export function mondayOf(week: string): CalendarDate | undefined {
  const [, year = '', number = ''] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === '') return undefined;
  // The first week of a year contains 4 January.
  const monday = addDays(mondayBefore(`${year}-01-04`), 7 * (Number(number) - 1));
  return isoWeekOf(monday) === week ? monday : undefined;
}

/** ISO week of a date: `2026-W53` for 2027-01-01. */
export function isoWeekOf(date: CalendarDate): string {
  const monday = mondayBefore(date);
  // A week belongs to the year of its Thursday.
  const year = addDays(monday, 3).slice(0, 4);
  const first = mondayBefore(`${year}-01-04`);
  const number = (Date.parse(monday) - Date.parse(first)) / (7 * dayMs) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

function mondayBefore(date: CalendarDate): CalendarDate {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}
