import type { FindingRow } from '../finding/findingRow.js';
import { bySeverity, type FindingSeverity } from '../finding/findingSeverity.js';

/** A run as far as coverage is concerned. */
export interface CoveringRun {
  readonly id: string;
  readonly coveredFiles: readonly string[];
  /** True when its subject was changed since; undefined when that is unknown. */
  readonly stale: boolean | undefined;
}

export interface SeverityCount {
  readonly open: number;
  readonly ended: number;
}

export interface ReviewCoverage {
  /** Changed files that a run read which saw them as they are. */
  readonly covered: readonly string[];
  /** Changed files that only runs read which saw another tree. */
  readonly stale: readonly string[];
  readonly uncovered: readonly string[];
}

/** Which of the changed files were read, by whom it still counts, and which were not. All lists are sorted. */
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

/** How many findings there are of each severity, open and ended. */
export function coverageBySeverity(
  findings: readonly Pick<FindingRow, 'severity' | 'status'>[],
): Record<FindingSeverity, SeverityCount> {
  return bySeverity(severity => {
    const all = findings.filter(finding => finding.severity === severity);
    const open = all.filter(finding => finding.status === 'open').length;
    return { open, ended: all.length - open };
  });
}
