import type { AttemptEnd } from '../attempt/attemptRow.js';
import type { WorkerState } from '../worker/workerState.js';
import type { WorkItemStatus } from '../workItem/workItemStatus.js';

/** One ended session of an agent at an item. Times in ms UTC. */
export interface Try {
  readonly agent: string;
  readonly endedAt: number;
  readonly end: AttemptEnd;
  /** True if a limit or a sign-in of its provider ended it, which is no failure at the item. */
  readonly isOfProvider: boolean;
  readonly why: string | null;
  /** Command, exit code and output of its last check; null without one. */
  readonly evidence: string | null;
  /** True if the machine or the process that runs agents ended, and not the agent. */
  readonly isAway: boolean;
  /** The person who stopped it. */
  readonly stoppedBy: string | null;
}

export interface RunningSession {
  readonly agent: string;
  readonly since: number;
  /** True while it waits for an answer to a request for permission. */
  readonly asksPermission: boolean;
  readonly isStopping: boolean;
  /** True if control started it, and not a person. */
  readonly isOfControl: boolean;
}

/** An open work item as the store and git have it. */
export interface ItemFacts {
  /** `W-15` */
  readonly ref: string;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly isExclusive: boolean;
  readonly hasOpenParts: boolean;
  /** Open items that it depends on: `W-3`. */
  readonly waitsFor: readonly string[];
  readonly notBefore: number | null;
  /** Key of an agent, or a person's name. */
  readonly assignee: { readonly name: string; readonly isAgent: boolean } | null;
  /** Someone at work on it whom control did not start. */
  readonly holder: string | null;
  /** Name of its open lane. */
  readonly lane: string | null;
  readonly worker: WorkerState | null;
  /** Branch of its id at the remote or in a worktree that is no lane. */
  readonly elsewhere: string | null;
  readonly question: string | null;
  readonly session: RunningSession | null;
  /** Last start that failed before an agent began, by no fault of the item, ms UTC; null after another end. */
  readonly startFailedAt: number | null;
  /** Since a person last answered for it, oldest first. */
  readonly tries: readonly Try[];
}

/** Use since control was switched on; a figure that an agent does not tell is not in it. */
export interface UsedSoFar {
  readonly money: number;
  readonly tokens: number;
  readonly minutes: number;
}

/** One time that control is on. */
export interface ShiftFacts {
  readonly startedAt: number;
  readonly untilAt: number | null;
  /** `finish`: what runs goes on to its end; `now`: it is ended. */
  readonly stop: 'finish' | 'now' | null;
  readonly used: UsedSoFar;
}

/** End of a session of an agent, of any item, for cooldowns. */
export interface ProviderEnd {
  readonly agent: string;
  readonly at: number;
  /** `start`: it ended before it began. */
  readonly trouble: 'limit' | 'signIn' | 'start' | null;
  /** The provider's own time, ms UTC. */
  readonly resetsAt: number | null;
  readonly why: string | null;
}

/** Everything that a pass decides by. */
export interface ControlSnapshot {
  /** Open items in queue order. */
  readonly items: readonly ItemFacts[];
  /** Sessions of work that has ended or has no item: `L-4`. */
  readonly others: readonly { readonly ref: string; readonly title: string; readonly session: RunningSession }[];
  /** Latest first. */
  readonly ends: readonly ProviderEnd[];
  /** Agents that cannot be started here. */
  readonly missing: readonly string[];
  /** The limit of the day for all agents that is used up, and the time at which the next day begins, ms UTC. */
  readonly spentDay: { readonly text: string; readonly until: number } | null;
  /** Starts in a row that failed by a fault of the machine, of any item; null after an agent was started. */
  readonly placeFault: { readonly count: number; readonly at: number; readonly why: string } | null;
  /** Undefined while control is off: then the pass is what would happen. */
  readonly shift: ShiftFacts | undefined;
}
