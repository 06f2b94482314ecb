import type { Finding } from '../domain/finding/finding.js';
import type { LineRange } from '../domain/finding/lineRange.js';

/** Current location of an open finding, determined by the editor. */
export interface FindingPlace {
  /** Relative to the worktree root; the new path after a rename. */
  readonly path: string;
  /** Null for a finding about the whole file, and for an outdated one. */
  readonly lines: LineRange | null;
  readonly outdated: boolean;
}

export interface PlacedFinding {
  readonly finding: Finding;
  readonly place: FindingPlace;
}
