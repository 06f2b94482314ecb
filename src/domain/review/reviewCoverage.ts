import type { FindingRow } from '../finding/findingRow.js';
import { bySeverity, type FindingSeverity } from '../finding/findingSeverity.js';

export interface CoveringRun {
  readonly id: string;
  readonly coveredFiles: readonly string[];
  /** True if its subject has changed since; undefined if unknown. */
  readonly stale: boolean | undefined;
}

export interface SeverityCount {
  readonly open: number;
  readonly ended: number;
}

export interface ReviewCoverage {
  /** Changed files read by a run on the current tree. */
  readonly covered: readonly string[];
  /** Changed files read only by runs on other trees. */
  readonly stale: readonly string[];
  readonly uncovered: readonly string[];
}

/** Divides changed files by review coverage. All lists are sorted. */
export function coverageOf(changed: readonly string[], runs: readonly CoveringRun[]): ReviewCoverage {
  const current = new Set(runs.filter(run => run.stale === false).flatMap(run => run.coveredFiles));
  const ever = new Set(runs.flatMap(run => run.coveredFiles));
  const files = [...new Set(changed)].sort();
  return {
    covered: files.filter(path => current.has(path)),
    stale: files.filter(path => !current.has(path) && ever.has(path)),
    uncovered: files.filter(path => !ever.has(path)),
  };
}

export function coverageBySeverity(
  findings: readonly Pick<FindingRow, 'severity' | 'status'>[],
): Record<FindingSeverity, SeverityCount> {
  return bySeverity(severity => {
    const all = findings.filter(finding => finding.severity === severity);
    const open = all.filter(finding => finding.status === 'open').length;
    return { open, ended: all.length - open };
  });
}
