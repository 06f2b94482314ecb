import type { Lane } from '../../../domain/lane/lane.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { PendingReviews } from '../repository/pendingReviews.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { RepositoryState } from '../repository/repositoryState.js';
import type { Repository } from '../repository.js';
import type { FindingsView } from '../views/findings/findingsView.js';
import type { LanesView } from '../views/lanes/lanesView.js';
import type { NeedsYouView } from '../views/needsYou/needsYouView.js';
import type { NowView } from '../views/now/nowView.js';
import type { QueueView } from '../views/queue/queueView.js';
import type { RunsView } from '../views/runs/runsView.js';
import type { ChoiceMemory } from './choiceMemory.js';
import type { Undo } from './undo.js';

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
  readonly drafts: PendingReviews;
  readonly memory: ChoiceMemory;
  /** Environment of this process, used to find the person's own files. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  openLog(): void;
  /** Returns the title of a command in the editor's language, without the ellipsis. */
  titleOf(command: string): string;
}
