/** What happened on one day, by one actor in one lane. */
export interface DayCell {
  /** Days since 1970 on the reader's clock. */
  readonly day: number;
  readonly actor: string | null;
  readonly lane: string | null;
  readonly created: number;
  readonly resolved: number;
  readonly reopened: number;
  /** Findings recorded and reopened. */
  readonly opened: number;
  /** Findings fixed, dismissed, deferred and superseded. */
  readonly closed: number;
}

/** How much one agent in one lane did in one hour of the day, on all days together. */
export interface HourCell {
  /** 0 to 23 on the reader's clock. */
  readonly hour: number;
  readonly actor: string | null;
  readonly lane: string | null;
  readonly events: number;
}

/** A step of a lane's review. */
export interface ReviewStep {
  readonly id: number;
  readonly ts: number;
  readonly type: string;
  readonly actor: string | null;
  /** `L-3` */
  readonly ref: string | null;
  /** Name of the lane. */
  readonly name: string | null;
}

/** Types of events that a trend counts. */
export const trendTypes = {
  created: ['work_item_created'],
  resolved: ['work_item_resolved'],
  reopened: ['work_item_reopened'],
  opened: ['finding_recorded', 'finding_reopened'],
  closed: [
    'finding_fixed',
    'finding_resolved_on_branch',
    'finding_wontfixed',
    'finding_deferred',
    'finding_superseded',
  ],
} as const;

/** A lane waits for its review from the first of these to one of the others. */
export const reviewTypes = [
  'worker_submitted',
  'worker_approved',
  'worker_sent_back',
  'worker_failed',
  'worker_cancelled',
] as const;
