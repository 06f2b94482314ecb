import type { Finding } from '../../../domain/finding/finding.js';
import { bySeverity, type FindingSeverity, findingSeverities } from '../../../domain/finding/findingSeverity.js';

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
    const own = counts.get(at) ?? bySeverity(() => 0);
    own[severity]++;
    counts.set(at, own);
  }
  return counts;
}

/** The most severe of those that are counted, by which a file is marked. */
export function highestSeverity(counts: FindingCounts): FindingSeverity {
  return findingSeverities.find(severity => counts[severity] > 0) ?? findingSeverities[0];
}
