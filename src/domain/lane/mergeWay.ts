/** How a branch comes into another: with a commit of two parents, as one new commit, or commit by commit on top. */
export const mergeWays = ['merge', 'squash', 'rebase'] as const;
export type MergeWay = (typeof mergeWays)[number];
