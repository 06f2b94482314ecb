import type { FindingMode } from './findingRow.js';
import type { FindingSeverity } from './findingSeverity.js';
import type { LineRange } from './lineRange.js';

/** A finding out of a report of another tool, as far as the report alone tells. */
export interface ForeignRemark {
  /** Where it is in the report, for messages: `Run 1, result 3`. */
  readonly where: string;
  /** Null for a reviewer. */
  readonly tool: string | null;
  readonly rule: string | null;
  readonly severity: FindingSeverity;
  readonly mode: FindingMode;
  /** As the report has it, without its base; see `placeOfUri`. */
  readonly uri: string;
  /** Absolute or relative base of `uri` where the report names one. */
  readonly base: string | null;
  readonly lines: LineRange | null;
  readonly text: string;
  readonly fix: string | null;
  readonly key: string | null;
  /** The tool's own id of the finding, independent of text and lines; null without one. */
  readonly identity: string | null;
  /** The fingerprint under which a finding of ours was exported. */
  readonly fingerprint: string | null;
}

/** A report, read. */
export interface ForeignReport {
  readonly remarks: readonly ForeignRemark[];
  /** Names of the tools that report here, also of those that found nothing; null for reviewers. */
  readonly tools: readonly (string | null)[];
  /** Results that someone suppressed in the tool. */
  readonly suppressed: number;
  /** Results that are not findings, and why: `Run 1, result 3 names no file.` */
  readonly skipped: readonly string[];
  /** False where the tool does not tell all that it would find: a run that failed or has no results, or one that cannot be read. */
  readonly isWhole: boolean;
  /** Results that are read in part, and what is left out. */
  readonly adjusted: readonly string[];
}
