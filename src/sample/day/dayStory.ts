import { berth, tide } from '../story.js';

/** The workers of the day. */
export type WorkerName = 'ada' | 'ben' | 'cem' | 'dee' | 'eve';

/** What is to be done, in the order in which it gets its numbers, W-1 to W-5; a lane is named as its work item. */
export const dayItems = [
  { id: 'waiting-list', title: 'Keep a waiting list for vessels without a berth', label: 'berth' },
  { id: 'shallow-berths', title: 'Never give a berth that is too shallow', label: 'berth' },
  { id: 'tide-rounding', title: 'Round tide heights down', label: 'tide' },
  { id: 'timetable', title: 'List the crossings after a time of day', label: 'ferry' },
  { id: 'reading', title: 'Read what is handed in today', label: 'review' },
] as const;

const choice = `  return [...berths]
    .filter(berth => berth.takenBy === undefined && berth.length >= vessel.length)
    .sort((a, b) => a.length - b.length)[0];
`;

/** `src/berth.ts` as Ada leaves it. */
export const berthWithWaiting = berth
  .replace(
    choice,
    `  const found = [...berths]
    .filter(berth => berth.takenBy === undefined && berth.length >= vessel.length)
    .sort((a, b) => a.length - b.length)[0];
  if (found === undefined) waiting.push(vessel);
  return found;
`,
  )
  .replace(
    '/** The shortest free berth',
    '/** Vessels that found no berth, longest waiting first. */\nexport const waiting: Vessel[] = [];\n\n/** The shortest free berth',
  );

/** The same lines as Ben leaves them: the two do not merge. */
export const berthWithDepth = berth
  .replace(
    choice,
    choice.replace('length >= vessel.length)', 'length >= vessel.length && berth.depth > vessel.draught)'),
  )
  .replace('id: string; length: number;', 'id: string; length: number; depth: number;');

/** Both in one, as Ben solves the conflict. */
export const berthWithBoth = berthWithWaiting
  .replace('length >= vessel.length)', 'length >= vessel.length && berth.depth > vessel.draught)')
  .replace('id: string; length: number;', 'id: string; length: number; depth: number;');

/** What Cem had not committed when nothing more was heard of it. */
export const tideUnfinished = tide.replace('reading.metres +', 'Math.floor(reading.metres * 10) / 10 +');

/** Dee's timetable, of which line 5 leaves out the crossing at the very minute. */
export const timetableWithFault = `export type Crossing = { from: string; to: string; leaves: string };

/** The crossings from a time of day on, in order. Times are HH:MM. */
export function crossingsFrom(crossings: readonly Crossing[], time: string): Crossing[] {
  return crossings.filter(({ leaves }) => leaves > time).sort((a, b) => a.leaves.localeCompare(b.leaves));
}
`;

export const timetableMended = timetableWithFault.replace('leaves > time', 'leaves >= time');
