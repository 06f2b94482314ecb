import type { MessageRow } from './messageRow.js';

/** What the question has as its dispatch id whether a commit is the merge of a lane, so that it is asked once for each head. */
export function mergeQuestionId(lane: { readonly id: string; readonly head: string | null }, commit: string): string {
  return `merged ${lane.id} ${lane.head} ${commit}`;
}

/** The commit that such a question is about; undefined for every other message. */
export function commitAskedAbout({
  dispatch_id,
  lane_id,
}: Pick<MessageRow, 'dispatch_id' | 'lane_id'>): string | undefined {
  const [word, lane, , commit] = dispatch_id?.split(' ') ?? [];
  return word === 'merged' && lane === lane_id ? commit : undefined;
}
