import type { FindingSeverity } from '../finding/findingSeverity.js';
import type { TrendCount } from './ownEvents.js';

interface ByAgent {
  readonly actor: string | null;
  readonly model: string | null;
}

/** Statistics on the events of a period; lists are unordered unless noted. */
export interface RetroReads {
  readonly byType: readonly { readonly type: string; readonly count: number }[];
  readonly byActor: readonly { readonly actor: string | null; readonly count: number }[];
  readonly resolutions: readonly { readonly status: string | null; readonly count: number }[];
  /** Trend counts per quarter of an hour, which begins at `at`, ms UTC. */
  readonly quarters: readonly { readonly at: number; readonly of: TrendCount; readonly count: number }[];
  readonly openNow: number;
  /** Growth of the queue since the period ended. */
  readonly netAfter: number;
  /** Wait of each claimed item since it became claimable, in ms. */
  readonly claimWaits: readonly number[];
  /** Time from the last claim to done, per item, in ms. */
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
  readonly backedUpLanes: number;
  readonly agents: {
    readonly items: readonly (ByAgent & { readonly done: number; readonly reopened: number })[];
    /** `answer`: of the first review after the slice was closed; null for none. */
    readonly slices: readonly (ByAgent & { readonly answer: string | null; readonly count: number })[];
    readonly outcomes: readonly (ByAgent & { readonly confirmed: number; readonly refuted: number })[];
    /** Merged lanes, with the time since they were opened, in ms. */
    readonly merges: readonly (ByAgent & { readonly time: number })[];
  };
}
