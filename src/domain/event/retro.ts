import type { FindingSeverity } from '../finding/findingSeverity.js';
import type { TrendCount } from './ownEvents.js';

interface ByAgent {
  readonly actor: string | null;
  readonly model: string | null;
}

/** What the events of a period say, as the store counts them; lists are in no order unless it is given. */
export interface RetroReads {
  readonly byType: readonly { readonly type: string; readonly count: number }[];
  readonly byActor: readonly { readonly actor: string | null; readonly count: number }[];
  /** Work items that were resolved, by how. */
  readonly resolutions: readonly { readonly status: string | null; readonly count: number }[];
  /** What trends count, by the quarter of an hour that begins at `at`, ms UTC. */
  readonly quarters: readonly { readonly at: number; readonly of: TrendCount; readonly count: number }[];
  /** Work items that are open now. */
  readonly openNow: number;
  /** By how much the queue grew since the period ended. */
  readonly netAfter: number;
  /** How long each claimed item had waited since it could be claimed, in ms. */
  readonly claimWaits: readonly number[];
  /** How long each item that was done took from its last claim, in ms. */
  readonly workTimes: readonly number[];
  readonly findings: readonly {
    readonly severity: FindingSeverity;
    readonly of: 'opened' | 'closed' | 'reopened';
    readonly count: number;
  }[];
  /** Most frequent first. `what`: the operation, hook or lane. */
  readonly refusals: readonly {
    readonly type: string;
    readonly what: string | null;
    readonly why: string | null;
    readonly count: number;
  }[];
  /** Lanes whose worktree was backed up before it was removed. */
  readonly backedUpLanes: number;
  readonly agents: {
    readonly items: readonly (ByAgent & { readonly done: number; readonly reopened: number })[];
    /** `answer`: of the first review after the slice was closed; null where there was no review. */
    readonly slices: readonly (ByAgent & { readonly answer: string | null; readonly count: number })[];
    /** Findings that were closed, by who had recorded them. */
    readonly outcomes: readonly (ByAgent & { readonly confirmed: number; readonly refuted: number })[];
    /** Lanes that were merged, with the time since they were opened, in ms. */
    readonly merges: readonly (ByAgent & { readonly time: number })[];
  };
}
