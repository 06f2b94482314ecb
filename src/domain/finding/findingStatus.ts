import type { TerminalStatus } from '../workItem/workItemStatus.js';

/** What differs from one status to another. How each looks is in `src/present/status.ts`. */
interface StatusFacts {
  /** How the finding ended: fixed, or dismissed by a decision; null while it is open. */
  readonly ending: 'fixed' | 'dismissed' | null;
  /** True when the fix can still be integrated. */
  readonly isFix: boolean;
  /** What a SARIF log says of such a finding: nothing, that it is suppressed, or that it is gone since the baseline. */
  readonly sarif: 'result' | 'suppressed' | 'absent';
  /** How the work item ends that was made for such a finding; null where there is still something to do. */
  readonly item: TerminalStatus | null;
}

/** The statuses of findings. */
export const findingStatusFacts = {
  open: { ending: null, isFix: false, sarif: 'result', item: null },
  fixed: { ending: 'fixed', isFix: true, sarif: 'absent', item: 'done' },
  wontfix: { ending: 'dismissed', isFix: false, sarif: 'suppressed', item: 'cancelled' },
  deferred: { ending: 'dismissed', isFix: false, sarif: 'suppressed', item: null },
  resolved_on_branch: { ending: 'fixed', isFix: true, sarif: 'absent', item: null },
  integrated: { ending: 'fixed', isFix: false, sarif: 'absent', item: 'done' },
  superseded: { ending: 'dismissed', isFix: false, sarif: 'absent', item: 'cancelled' },
} as const satisfies Readonly<Record<string, StatusFacts>>;
export type FindingStatus = keyof typeof findingStatusFacts;

export const findingStatuses = Object.keys(findingStatusFacts) as [FindingStatus, ...FindingStatus[]];

/** The statuses of findings that are ended. */
export const endedStatuses = findingStatuses.filter(isEnded);
export type EndedStatus = Exclude<FindingStatus, 'open'>;

/** The statuses of findings whose fix can still be integrated. */
export const fixStatuses = findingStatuses.filter(status => findingStatusFacts[status].isFix);

/** True when a finding with this status is ended. */
export function isEnded(status: FindingStatus): status is EndedStatus {
  return findingStatusFacts[status].ending !== null;
}

/** One value per status that ends a finding. */
export function byEndedStatus<Value>(make: (status: EndedStatus) => Value): Record<EndedStatus, Value> {
  return Object.fromEntries(endedStatuses.map(status => [status, make(status)])) as Record<EndedStatus, Value>;
}
