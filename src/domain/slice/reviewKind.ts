export const reviewKinds = ['planning', 'code'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** Returns `planning` for a slice that changes only documents and plans, at least one. */
export function reviewKindOf(changedFiles: readonly string[]): ReviewKind {
  return changedFiles.length > 0 && changedFiles.every(isPlanning) ? 'planning' : 'code';
}

function isPlanning(path: string): boolean {
  return path.startsWith('docs/') || path.startsWith('.stateroom/plans/');
}
