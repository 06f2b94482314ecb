import type { Finding } from '../domain/finding/finding.js';
import type { LineRange } from '../domain/finding/lineRange.js';

/** Where an open finding is now, as far as the editor has looked. */
export interface FindingPlace {
  /** Relative to the worktree root, also after a rename. */
  readonly path: string;
  /** Null for a finding about the whole file, and for one that is outdated. */
  readonly lines: LineRange | null;
  /** True when its text or its file is gone. */
  readonly outdated: boolean;
}

/** A finding that is in an open document. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly place: FindingPlace;
}
