import type { OwnEventType } from '../event/ownEvents.js';
import { endedStatuses, type FindingStatus, fixStatuses } from './findingStatus.js';

export const findingActs = ['fix', 'resolve', 'wontfix', 'defer', 'supersede', 'integrate', 'reopen'] as const;
export type FindingAct = (typeof findingActs)[number];

/** All transitions: initial statuses, resulting status, and the event written. */
export const findingTransitions: Readonly<
  Record<
    FindingAct,
    { readonly from: readonly FindingStatus[]; readonly to: FindingStatus; readonly event: OwnEventType }
  >
> = {
  fix: { from: ['open'], to: 'fixed', event: 'finding_fixed' },
  resolve: { from: ['open'], to: 'resolved_on_branch', event: 'finding_resolved_on_branch' },
  wontfix: { from: ['open'], to: 'wontfix', event: 'finding_wontfixed' },
  defer: { from: ['open'], to: 'deferred', event: 'finding_deferred' },
  supersede: { from: ['open'], to: 'superseded', event: 'finding_superseded' },
  integrate: { from: fixStatuses, to: 'integrated', event: 'finding_integrated' },
  reopen: { from: endedStatuses, to: 'open', event: 'finding_reopened' },
};

export function allowsAct(status: FindingStatus, act: FindingAct): boolean {
  return findingTransitions[act].from.includes(status);
}
