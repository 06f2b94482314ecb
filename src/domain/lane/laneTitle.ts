import { oneLine } from '../text/oneLine.js';
import type { Lane } from './lane.js';

/** Returns the first line of the description, which is the title of its work item or task; else the name. */
export function laneTitle({ description, lane }: Pick<Lane, 'description' | 'lane'>): string {
  const title = oneLine(description?.trim().split('\n')[0] ?? '');
  return title === '' ? oneLine(lane) : title;
}

export function laneLabel(lane: Pick<Lane, 'ref' | 'description' | 'lane'>): string {
  return `${lane.ref} ${laneTitle(lane)}`;
}
