import type { MessageRow } from './messageRow.js';

/** Asked once per head of the lane. */
export function mergeQuestionId(lane: { readonly id: string; readonly head: string | null }, commit: string): string {
  return `merged ${lane.id} ${lane.head} ${commit}`;
}

/** Undefined for every other message. */
export function commitAskedAbout({
  dispatch_id,
  lane_id,
}: Pick<MessageRow, 'dispatch_id' | 'lane_id'>): string | undefined {
  const [word, lane, , commit] = dispatch_id?.split(' ') ?? [];
  return word === 'merged' && lane === lane_id ? commit : undefined;
}
