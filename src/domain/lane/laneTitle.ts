import { oneLine } from '../text/oneLine.js';
import type { Lane } from './lane.js';

/** What people call a lane: the first line of its description, which is the title of its work item or task; else its name. */
export function laneTitle({ description, lane }: Pick<Lane, 'description' | 'lane'>): string {
  const title = oneLine(description?.trim().split('\n')[0] ?? '');
  return title === '' ? oneLine(lane) : title;
}

/** A lane as a label, a question or a diff's title names it: `L-2 Keep the cart`. */
export function laneLabel(lane: Pick<Lane, 'ref' | 'description' | 'lane'>): string {
  return `${lane.ref} ${laneTitle(lane)}`;
}
