import type { Lane } from '../../../domain/lane/lane.js';
import type { LaneAct } from '../../../manifest/laneActs.js';
import type { AnyOperation } from '../../../operations/operation.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { RepositoryRef } from '../repository/repositoryRef.js';
import type { RepositoryState } from '../repository/repositoryState.js';
import type { ReviewDrafts } from '../repository/reviewDrafts.js';
import type { RunOperation } from '../repository/runOperation.js';
import type { Repository } from '../repository.js';
import type { FindingsView } from '../views/findings/findingsView.js';
import type { LanesView } from '../views/lanes/lanesView.js';
import type { NeedsYouView } from '../views/needsYou/needsYouView.js';
import type { NowView } from '../views/now/nowView.js';
import type { QueueView } from '../views/queue/queueView.js';
import type { RunsView } from '../views/runs/runsView.js';
import type { ChoiceMemory } from './choiceMemory.js';
import type { Input } from './flow/flow.js';
import type { Undo } from './undo.js';

export interface LaneActInput {
  /** Lane name, `L-3` or ULID. */
  readonly lane: string;
  /** Path of a file in the lane, relative to the top. */
  readonly path?: string;
  /** True if its terminals may be closed without a question. */
  readonly closes?: boolean;
}

export interface CommandEnvironment {
  readonly repositories: RepositoryManager;
  readonly status: RepositoryState;
  readonly nowView: NowView;
  readonly queueView: QueueView;
  readonly needsYouView: NeedsYouView;
  readonly findingsView: FindingsView;
  readonly lanesView: LanesView;
  readonly runsView: RunsView;
  readonly laneTerminals: {
    /** Closes a lane's terminals before its worktree is removed; `LaneTerminals` has the rest. */
    release(repository: Repository, lane: string): Promise<void>;
    /** Returns true if only the lane's terminals here run in its worktree. */
    areAlone(lane: Pick<Lane, 'id' | 'worktreePath'>): Promise<boolean>;
  };
  readonly pages: WorkItemPages;
  readonly notice: RefusalNotice;
  readonly undo: Undo;
  readonly drafts: ReviewDrafts;
  readonly memory: ChoiceMemory;
  readonly run: RunOperation;
  /** Runs an act as its command does, in `at` or the active repository. Resolves with its result or a refusal. */
  actOnLane(this: void, act: LaneAct, input: LaneActInput, at?: RepositoryRef): Promise<unknown>;
  /** Environment of this process, used to find the person's own files. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Offers to end the person's review instead: 'not begun' if the operation must still run, undefined if dismissed. */
  finishInstead(this: void, operation: AnyOperation, repository: Repository, input: Input): Promise<unknown>;
  openLog(): void;
  showStatus(this: void): Promise<void>;
  /** Returns the title of a command in the editor's language, without the ellipsis. */
  titleOf(command: string): string;
}
