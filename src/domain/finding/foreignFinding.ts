import type { FindingMode } from './findingRow.js';
import type { FindingSeverity } from './findingSeverity.js';
import type { LineRange } from './lineRange.js';

/** A finding from another tool's report, before paths are resolved. */
export interface ForeignFinding {
  /** Location in the report, for messages: `Run 1, result 3`. */
  readonly where: string;
  /** Null for a reviewer. */
  readonly tool: string | null;
  readonly rule: string | null;
  readonly severity: FindingSeverity;
  readonly mode: FindingMode;
  /** As in the report, without `base`; see `placeOfUri`. */
  readonly uri: string;
  readonly base: string | null;
  readonly lines: LineRange | null;
  readonly text: string;
  readonly fix: string | null;
  readonly key: string | null;
  /** The tool's own id of the finding, independent of text and lines; null if none. */
  readonly identity: string | null;
  readonly fingerprint: string | null;
}

export interface ForeignReport {
  readonly findings: readonly ForeignFinding[];
  /** Tools that ran, including those without findings; null for reviewers. */
  readonly tools: readonly (string | null)[];
  readonly suppressed: number;
  /** Reasons for results that are not findings: `Run 1, result 3 names no file.` */
  readonly skipped: readonly string[];
  /** False for a failed or unreadable run, or one without results. */
  readonly isWhole: boolean;
  /** Notes on results that were read in part. */
  readonly adjusted: readonly string[];
}
