import type { MessageRow } from './messageRow.js';

/** Dispatch id of the question if a commit is the merge of a lane: asked once per head of the lane. */
export function mergeQuestionId(lane: { readonly id: string; readonly head: string | null }, commit: string): string {
  return `merged ${lane.id} ${lane.head} ${commit}`;
}

/** Commit of such a question; undefined for every other message. */
export function commitAskedAbout({
  dispatch_id,
  lane_id,
}: Pick<MessageRow, 'dispatch_id' | 'lane_id'>): string | undefined {
  const [word, lane, , commit] = dispatch_id?.split(' ') ?? [];
  return word === 'merged' && lane === lane_id ? commit : undefined;
}
