export const reviewKinds = ['planning', 'code'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** `planning` if only documents and plans changed, at least one. */
export function reviewKindOf(changedFiles: readonly string[]): ReviewKind {
  return changedFiles.length > 0 && changedFiles.every(isPlanning) ? 'planning' : 'code';
}

function isPlanning(path: string): boolean {
  return path.startsWith('docs/') || path.startsWith('.stateroom/plans/');
}
