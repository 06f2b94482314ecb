import type { Finding } from '../../../domain/finding/finding.js';
import { type FindingSeverity, findingSeverities } from '../../../domain/finding/findingStatus.js';

/** How many open findings a file has, by weight. */
export type FindingCounts = Readonly<Record<FindingSeverity, number>>;

/**
 * Counts findings by the file they are in now. `renamed` leads from what a file is called now to what it was called when findings
 * were recorded in it.
 */
export function countFindings(
  findings: readonly Pick<Finding, 'path' | 'severity'>[],
  renamed: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, FindingCounts> {
  const now = new Map([...renamed].flatMap(([path, recorded]) => recorded.map(before => [before, path] as const)));
  const counts = new Map<string, Record<FindingSeverity, number>>();
  for (const { path, severity } of findings) {
    const at = now.get(path) ?? path;
    const own = counts.get(at) ?? { high: 0, medium: 0, low: 0 };
    own[severity]++;
    counts.set(at, own);
  }
  return counts;
}

/** The weight that a file is marked with: that of its heaviest finding. */
export function heaviestOf(counts: FindingCounts): FindingSeverity {
  return findingSeverities.find(severity => counts[severity] > 0) ?? 'low';
}

/** All of them. */
export function sumOf(counts: FindingCounts): number {
  return counts.high + counts.medium + counts.low;
}
