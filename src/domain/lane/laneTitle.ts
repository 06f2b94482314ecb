import { oneLine } from '../text/oneLine.js';
import type { Lane } from './lane.js';

/** First line of the description, else the name. */
export function laneTitle({ description, lane }: Pick<Lane, 'description' | 'lane'>): string {
  const title = oneLine(description?.trim().split('\n')[0] ?? '');
  return title === '' ? oneLine(lane) : title;
}

export function laneLabel(lane: Pick<Lane, 'ref' | 'description' | 'lane'>): string {
  return `${lane.ref} ${laneTitle(lane)}`;
}
