import type { RecordedActor } from '../domain/actor/sameActor.js';
import type { RepositoryConfig } from '../domain/config/repositoryConfig.js';
import type { EvidenceRow } from '../domain/evidence/evidenceRow.js';
import type { RunFacts } from '../domain/evidence/runFacts.js';
import type { FindingRow } from '../domain/finding/findingRow.js';
import type { FaultyHooks } from '../domain/hooks/hookFault.js';
import type { PlanAcceptanceFacts } from '../domain/plan/planAcceptance.js';
import type { ProofChanges } from '../domain/proofChange/proofChanges.js';
import type { GradedRun } from '../domain/review/countedReview.js';
import type { SliceRow } from '../domain/slice/sliceRow.js';
import type { BlockerRow } from '../domain/task/blockerRow.js';
import type { NextActionRow } from '../domain/task/nextActionRow.js';
import type { TaskRow } from '../domain/task/taskRow.js';

/** Everything that a gate judges, read at one moment: a worktree or the tip of a push. */
export interface GateSnapshot {
  readonly tree: TreeFacts;
  /** Undefined if no task matches, or several do; see `candidates`. */
  readonly task: TaskFacts | undefined;
  /** Evidence of the checked tree, newest first, of a lane without a task; otherwise undefined. */
  readonly proofs?: readonly JudgedEvidence[] | undefined;
  /** Refs of the active tasks that match, if ambiguous. */
  readonly candidates: readonly string[];
  /** From the base branch's configuration: a branch cannot loosen its own gate. */
  readonly config: Pick<RepositoryConfig, 'gate' | 'review' | 'protect'>;
}

/** Full object ids; `here` are those in the branch or its base. */
interface Replaced {
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
}

export interface TreeFacts {
  readonly hasCommit: boolean;
  /** Undefined when HEAD is detached. */
  readonly branch: string | undefined;
  readonly base: string | undefined;
  readonly baseExists: boolean;
  /** Commits that are not in the base; 0 in a repository without commits. */
  readonly ahead: number;
  /** Empty for the tip of a push. */
  readonly changed: readonly string[];
  readonly missedHooks: FaultyHooks | undefined;
  readonly operation: string | undefined;
  /** Objects that git replaces with others; the originals are judged. */
  readonly replaced: Replaced;
  /** Undefined if this version of git cannot check it. */
  readonly mergesCleanly: boolean | undefined;
  /** Changes of the branch to its own tests and commands; not read for a push. */
  readonly proofChanges: ProofChanges;
  /** Lines that the branch changes; undefined if nothing limits them. */
  readonly changedLines: number | undefined;
  /** Hash of the judged tree; undefined in a repository without commits and files. */
  readonly hash: string | undefined;
}

export type JudgedEvidence = Pick<
  EvidenceRow,
  'number' | 'command' | 'directory' | 'passed' | 'grade' | 'tree_hash'
> & {
  /** Paths that were absent when it ran, as in a sparse checkout. */
  readonly leftOut?: readonly string[];
  /** First of these paths that belongs to the changed code. */
  readonly missed?: string | undefined;
  /** Undefined for evidence from elsewhere and from older versions. */
  readonly run?: RunFacts | undefined;
  /** Indices of the `gate.commands` that it is a run of; undefined if the command's text decides. */
  readonly proves?: readonly number[];
};

export interface TaskFacts {
  readonly row: Pick<TaskRow, 'number' | 'ref' | 'status' | 'light' | 'branch' | 'worktree_path' | 'archived_at'>;
  /** True for a light task that was made for its lane. */
  readonly isMadeForLane: boolean;
  /** Excludes findings about the whole repository: they belong to no branch. */
  readonly openFindings: readonly Pick<FindingRow, 'number' | 'severity' | 'path'>[];
  readonly earlier: readonly EarlierTask[];
  readonly fixedWithoutCommit: readonly Pick<FindingRow, 'number'>[];
  /** Findings whose fixing commit is the one they were found at, so that nothing changed. */
  readonly fixedUnchanged: readonly Pick<FindingRow, 'number'>[];
  readonly deferredFindings: readonly Pick<FindingRow, 'number'>[];
  /** Evidence of the task and of the checked tree, newest first. */
  readonly proofs: readonly JudgedEvidence[];
  readonly ownEvidence: ReadonlySet<number>;
  readonly slices: readonly Pick<SliceRow, 'number' | 'status' | 'decision_id'>[];
  readonly openBlockers: readonly Pick<BlockerRow, 'number' | 'description'>[];
  readonly pendingActions: readonly Pick<NextActionRow, 'number' | 'action'>[];
  /** Newest first, with earlier tasks' requests for changes. A rebased commit has the hash of the present tree. */
  readonly reviewRuns: readonly GradedRun[];
  /** Refs of closed slices, evidence and reviews by agents of an unknown model. */
  readonly withoutModel: readonly string[];
  /** Authors of the task's work, and of the work that earlier tasks left. */
  readonly authors: readonly RecordedActor[];
  readonly plan: PlanFacts | undefined;
}

export interface EarlierTask {
  readonly number: number;
  readonly archived: boolean;
  readonly openFindings: readonly Pick<FindingRow, 'number' | 'severity' | 'path'>[];
}

export interface PlanFacts {
  readonly acceptance: PlanAcceptanceFacts;
  readonly acceptedHash: string | null;
  /** Ids of boxes that are proven but not ticked. */
  readonly dueBoxes: readonly string[];
  /** Ids of ticked acceptance criteria that nobody attested. */
  readonly unattestedBoxes: readonly string[];
}
