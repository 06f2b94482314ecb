import type { Finding } from '../../../domain/finding/finding.js';
import { bySeverity, type FindingSeverity, findingSeverities } from '../../../domain/finding/findingSeverity.js';

export type FindingCounts = Readonly<Record<FindingSeverity, number>>;

/** Counts findings by current file. `renamed` maps a current path to those under which findings were recorded. */
export function countFindings(
  findings: readonly Pick<Finding, 'path' | 'severity'>[],
  renamed: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, FindingCounts> {
  const now = new Map([...renamed].flatMap(([path, recorded]) => recorded.map(before => [before, path] as const)));
  const counts = new Map<string, Record<FindingSeverity, number>>();
  for (const { path, severity } of findings) {
    const at = now.get(path) ?? path;
    const own = counts.get(at) ?? bySeverity(() => 0);
    own[severity]++;
    counts.set(at, own);
  }
  return counts;
}

/** Returns the highest severity with a count above 0, which determines the file's mark. */
export function highestSeverity(counts: FindingCounts): FindingSeverity {
  return findingSeverities.find(severity => counts[severity] > 0) ?? findingSeverities[0];
}
