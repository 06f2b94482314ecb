import type { CompactionRow } from '../domain/compaction/compactionRow.js';
import type { DecisionRow } from '../domain/decision/decisionRow.js';
import type { EvidenceRow } from '../domain/evidence/evidenceRow.js';
import type { FindingRow } from '../domain/finding/findingRow.js';
import type { Lane } from '../domain/lane/lane.js';
import type { ReviewGrade } from '../domain/review/reviewGrade.js';
import type { ReviewRunRow } from '../domain/review/reviewRunRow.js';
import type { OpenRecords } from '../domain/session/openRecords.js';
import type { SliceRow } from '../domain/slice/sliceRow.js';
import type { Task } from '../domain/task/task.js';
import type { TouchedFileRow } from '../domain/task/touchedFileRow.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';
import type { ContextQueue, ContextStore } from './packetSchema.js';

export interface ItemFacts {
  readonly row: WorkItemRow;
  readonly others: readonly string[];
  /** Time since which its owner has it, ms UTC; null if unknown. */
  readonly heldSince: number | null;
  readonly hint: string | undefined;
}

export interface RunFacts {
  readonly row: EvidenceRow;
  /** Undefined if the files cannot be read. */
  readonly isStale: boolean | undefined;
}

/** A slice with the last run of its test, or else the last run in it. */
export interface SliceInProgress {
  readonly row: SliceRow;
  readonly run: RunFacts | undefined;
}

export interface LaneFacts {
  readonly lane: Lane;
  readonly earlierFindings: readonly string[];
  readonly changesNotIts: readonly string[];
  readonly overlaps: readonly string[];
  readonly wouldConflict: readonly string[];
}

/** Facts of a packet; undefined ones have no section. Lists are in display order and may be truncated. */
export interface PacketFacts {
  readonly store: ContextStore | undefined;
  readonly documents: readonly string[];
  readonly task?: Task;
  readonly hint?: string | undefined;
  readonly next?: string | undefined;
  readonly item?: ItemFacts | undefined;
  readonly attempts?: readonly string[] | undefined;
  readonly lane?: LaneFacts | undefined;
  readonly slice?: SliceInProgress | undefined;
  readonly lastRun?: RunFacts | undefined;
  readonly mustPass?: readonly string[] | undefined;
  /** Paths; undefined if git is not available. */
  readonly uncommitted?: readonly string[] | undefined;
  readonly gates?: Record<string, string[]> | undefined;
  /** All open ones, most severe first. */
  readonly findings?: readonly FindingRow[];
  readonly messages?: readonly string[] | undefined;
  readonly messageCount?: number;
  readonly verdicts?: readonly (ReviewRunRow & { readonly grade: ReviewGrade })[];
  readonly open?: OpenRecords;
  readonly slices?: readonly SliceRow[];
  readonly decisions?: readonly DecisionRow[];
  readonly decisionCount?: number;
  readonly touchedFiles?: readonly TouchedFileRow[];
  readonly touchedFileCount?: number;
  readonly queue?: ContextQueue | undefined;
  /** Its latest one. */
  readonly compaction?: CompactionRow | undefined;
}

/** Max size of each section in entries, of texts in characters; `next` and `hint` are 0 to omit them. */
export interface PacketSizes {
  readonly next: number;
  readonly hint: number;
  /** Question and answer of the item, messages, and each text of the handoff. */
  readonly said: number;
  readonly notes: number;
  readonly payload: number;
  readonly attempts: number;
  /** Entries of each of the lane's lists. */
  readonly lane: number;
  readonly mustPass: number;
  readonly uncommitted: number;
  readonly messages: number;
  readonly text: number;
  readonly objective: number;
  readonly findings: number;
  readonly verdicts: number;
  readonly records: number;
  readonly slices: number;
  readonly decisions: number;
  readonly touchedFiles: number;
  readonly queue: number;
  readonly documents: number;
}

/** At or below this, a task is shown without its worktree and plan, and a lane without its branch and description. */
export const minObjectiveLength = 80;
