import type { Style } from './style.js';
import { localTime, relativeTime } from './time.js';

/** How a result is shown to a person. */
export interface View {
  readonly style: Style;
  /** Columns of the terminal; undefined when the output is not a terminal: then nothing is cut and times are absolute. */
  readonly width: number | undefined;
  /** Ms UTC. */
  readonly now: number;
}

/** A time for a table: relative on a terminal, else as it is. */
export function when(time: string | null, view: View): string {
  if (time === null) return '';
  return view.width === undefined ? time : relativeTime(Date.parse(time), view.now);
}

/** A time for a page about one thing: both ways on a terminal. */
export function fullTime(time: string, view: View): string {
  if (view.width === undefined) return time;
  return `${localTime(Date.parse(time))} (${relativeTime(Date.parse(time), view.now)})`;
}

/** `1 file`, `2,000 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** `changedFiles` and `changed_files` are `changed files`; a stored status is what people call it. */
export function words(name: string): string {
  if (name === 'in_flight') return 'in progress';
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}
