import type { TerminalStatus } from '../workItem/workItemStatus.js';

/** Rules per status. Their display is in `src/present/status.ts`. */
interface StatusFacts {
  /** Fixed, or dismissed by a decision; null while open. */
  readonly ending: 'fixed' | 'dismissed' | null;
  readonly isFix: boolean;
  /** State in a SARIF log: plain result, suppressed, or absent since the baseline. */
  readonly sarif: 'result' | 'suppressed' | 'absent';
  /** Status for the work item created from such a finding; null if work remains. */
  readonly item: TerminalStatus | null;
}

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

export const endedStatuses = findingStatuses.filter(isEnded);
export type EndedStatus = Exclude<FindingStatus, 'open'>;

/** Statuses from which a fix can be integrated. */
export const fixStatuses = findingStatuses.filter(status => findingStatusFacts[status].isFix);

export function isEnded(status: FindingStatus): status is EndedStatus {
  return findingStatusFacts[status].ending !== null;
}

export function byEndedStatus<Value>(make: (status: EndedStatus) => Value): Record<EndedStatus, Value> {
  return Object.fromEntries(endedStatuses.map(status => [status, make(status)])) as Record<EndedStatus, Value>;
}
