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

/** All that a gate judges, read at one moment; what is judged is a worktree or the tip of a push. */
export interface GateSnapshot {
  readonly tree: TreeFacts;
  /** Undefined when no task is meant; `candidates` then says whether there were several. */
  readonly task: TaskFacts | undefined;
  /** Refs of the active tasks that could be meant, where that is not clear. */
  readonly candidates: readonly string[];
  /** From the base branch's configuration: a branch cannot loosen its own gate. */
  readonly config: Pick<RepositoryConfig, 'gate' | 'review' | 'protect'>;
}

/** Full ids: those that the branch or its base holds, and all others. */
interface Replaced {
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
}

/** What git says. */
export interface TreeFacts {
  /** True when HEAD is at a commit, which it is not in a repository without any. */
  readonly hasCommit: boolean;
  /** Undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** The branch that it is judged against; undefined when there is none. */
  readonly base: string | undefined;
  /** True when `base` names a commit. */
  readonly baseExists: boolean;
  /** Commits that the base has not; 0 in a repository without commits. */
  readonly ahead: number;
  /** Paths with changes that no commit holds, empty for the tip of a push. */
  readonly changed: readonly string[];
  /** Stateroom's hooks that git does not get to here. */
  readonly missedHooks: FaultyHooks | undefined;
  /** A merge, rebase or the like that is not ended. */
  readonly operation: string | undefined;
  /** Objects in whose place git shows others; what is judged are the originals. */
  readonly replaced: Replaced;
  /** Undefined when this git cannot tell. */
  readonly mergesCleanly: boolean | undefined;
  /** What the branch changes of its own proof; a push is not asked about it. */
  readonly proofChanges: ProofChanges;
  /** Tree hash of what is judged; undefined in a repository without commits and files. */
  readonly hash: string | undefined;
}

export type JudgedProof = Pick<EvidenceRow, 'number' | 'command' | 'directory' | 'passed' | 'grade' | 'tree_hash'> & {
  /** Paths that were not there when it ran, as in a sparse checkout. */
  readonly leftOut?: readonly string[];
  /** The first of them that belongs to the changed code. */
  readonly missed?: string | undefined;
  /** How Stateroom ran it; undefined of evidence from elsewhere and of older versions. */
  readonly run?: RunFacts | undefined;
  /** Which of `gate.commands` it is a run of, as the settings have them; undefined where its text tells. */
  readonly proves?: readonly number[];
};

/** What the store holds about the task. */
export interface TaskFacts {
  readonly row: Pick<TaskRow, 'number' | 'ref' | 'status' | 'light' | 'branch' | 'worktree_path' | 'archived_at'>;
  /** Open findings of the task; what is about the whole repository is no one's branch's matter. */
  readonly openFindings: readonly Pick<FindingRow, 'number' | 'severity' | 'path'>[];
  /** Other tasks of this work that were not finished, with open findings. */
  readonly earlier: readonly EarlierTask[];
  /** Fixed findings whose commit is unknown. */
  readonly fixedWithoutCommit: readonly Pick<FindingRow, 'number'>[];
  /** Findings that are fixed by the very commit where they were found: nothing in the repository changed since. */
  readonly fixedUnchanged: readonly Pick<FindingRow, 'number'>[];
  readonly deferredFindings: readonly Pick<FindingRow, 'number'>[];
  /** Evidence of the task and of the checked tree, newest first. */
  readonly proofs: readonly JudgedProof[];
  /** Numbers of the evidence that belong to the task. */
  readonly ownProofs: ReadonlySet<number>;
  readonly slices: readonly Pick<SliceRow, 'number' | 'status' | 'decision_id'>[];
  readonly openBlockers: readonly Pick<BlockerRow, 'number' | 'description'>[];
  readonly pendingActions: readonly Pick<NextActionRow, 'number' | 'action'>[];
  /** Review runs of the branch, and requests of earlier tasks for changes, newest first; one of a commit from which it was only rebased has the hash of its tree now. */
  readonly reviewRuns: readonly GradedRun[];
  /** Refs of closed slices, evidence and reviews by agents whose model is not known. */
  readonly withoutModel: readonly string[];
  /** Who worked on it, and on what earlier tasks left of it. */
  readonly authors: readonly RecordedActor[];
  /** Undefined for a task without a plan. */
  readonly plan: PlanFacts | undefined;
}

/** A task that was not finished and of whose work this is a part. */
export interface EarlierTask {
  readonly number: number;
  readonly archived: boolean;
  readonly openFindings: readonly Pick<FindingRow, 'number' | 'severity' | 'path'>[];
}

export interface PlanFacts {
  readonly acceptance: PlanAcceptanceFacts;
  /** Null when it was never accepted. */
  readonly acceptedHash: string | null;
  /** Boxes that are proven and not ticked, by their ids. */
  readonly dueBoxes: readonly string[];
  /** Ticked criteria of acceptance that no one attested. */
  readonly unattestedBoxes: readonly string[];
}
