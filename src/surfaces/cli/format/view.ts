import type { Style } from './style.js';
import { oneLine } from './text.js';
import { localTime, relativeTime } from './time.js';

export interface View {
  readonly style: Style;
  /** Columns of the terminal; undefined if the output is not one: then nothing is cut and times are absolute. */
  readonly width: number | undefined;
  /** Ms UTC. */
  readonly now: number;
}

/** Formats a time for a table: relative on a terminal, else unchanged. */
export function when(time: string | null, view: View): string {
  if (time === null) return '';
  return view.width === undefined ? time : relativeTime(Date.parse(time), view.now);
}

/** Formats a time for a single record's page: both forms on a terminal. */
export function fullTime(time: string, view: View): string {
  if (view.width === undefined) return time;
  return `${localTime(Date.parse(time))} (${relativeTime(Date.parse(time), view.now)})`;
}

/** `1 file`, `2,000 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Turns `changedFiles` and `changed_files` into `changed files`, and stored statuses into their display names. */
export function words(name: string): string {
  if (name === 'in_flight') return 'in progress';
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}

export function warningLines(warning: string | null | undefined, { style }: View): string[] {
  return typeof warning === 'string' ? [style.yellow(`  ${oneLine(warning)}`)] : [];
}
