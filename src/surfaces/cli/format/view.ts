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

/** The line under a page of a list that continues; empty on the last page. */
export function moreText(nextCursor: string | null, { style }: View): string {
  return nextCursor === null ? '' : `\n${style.dim(`For more: --cursor ${nextCursor}`)}`;
}
