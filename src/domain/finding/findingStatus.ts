/** What differs from one status to another. How each looks is in `src/present/status.ts`. */
interface StatusFacts {
  /** True when nothing is left to do about the finding, until it is reopened. */
  readonly isEnded: boolean;
  /** True when somebody marked it as fixed and it can be integrated. */
  readonly isFix: boolean;
  /** What a SARIF log says of such a finding: nothing, that it is suppressed, or that it is gone since the baseline. */
  readonly sarif: 'result' | 'suppressed' | 'absent';
}

/** The statuses of findings. */
export const findingStatusFacts = {
  open: { isEnded: false, isFix: false, sarif: 'result' },
  fixed: { isEnded: true, isFix: true, sarif: 'absent' },
  wontfix: { isEnded: true, isFix: false, sarif: 'suppressed' },
  deferred: { isEnded: true, isFix: false, sarif: 'suppressed' },
  resolved_on_branch: { isEnded: true, isFix: true, sarif: 'absent' },
  integrated: { isEnded: true, isFix: false, sarif: 'absent' },
  superseded: { isEnded: true, isFix: false, sarif: 'absent' },
} as const satisfies Readonly<Record<string, StatusFacts>>;
export type FindingStatus = keyof typeof findingStatusFacts;

export const findingStatuses = Object.keys(findingStatusFacts) as [FindingStatus, ...FindingStatus[]];

/** The statuses of findings that are ended. */
export const endedStatuses = findingStatuses.filter(isEnded);
export type EndedStatus = Exclude<FindingStatus, 'open'>;

/** The statuses of findings that were fixed, by whoever said so. */
export const fixStatuses = findingStatuses.filter(status => findingStatusFacts[status].isFix);

/** True when a finding with this status is ended. */
export function isEnded(status: FindingStatus): status is EndedStatus {
  return findingStatusFacts[status].isEnded;
}

/** One value per status that ends a finding. */
export function byEndedStatus<Value>(make: (status: EndedStatus) => Value): Record<EndedStatus, Value> {
  return Object.fromEntries(endedStatuses.map(status => [status, make(status)])) as Record<EndedStatus, Value>;
}
