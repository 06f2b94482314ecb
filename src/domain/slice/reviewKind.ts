export const reviewKinds = ['planning', 'code'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** A slice that changes documents and plans alone is reviewed as a plan; one that changes nothing is not. */
export function reviewKindOf(changedFiles: readonly string[]): ReviewKind {
  return changedFiles.length > 0 && changedFiles.every(isPlanning) ? 'planning' : 'code';
}

function isPlanning(path: string): boolean {
  return path.startsWith('docs/') || path.startsWith('.stateroom/plans/');
}
