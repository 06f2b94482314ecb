/** In progress, committed, and closed by a decision with proof. */
export const sliceStatuses = ['open', 'committed', 'closed'] as const;
export type SliceStatus = (typeof sliceStatuses)[number];
