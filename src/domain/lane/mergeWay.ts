/** With a merge commit, as one new commit, or commit by commit on top. */
export const mergeWays = ['merge', 'squash', 'rebase'] as const;
export type MergeWay = (typeof mergeWays)[number];
