import { endedStatuses, type FindingStatus, fixStatuses } from './findingStatus.js';

/** What moves a finding from one status to another. */
export const findingActs = ['fix', 'resolve', 'wontfix', 'defer', 'supersede', 'integrate', 'reopen'] as const;
export type FindingAct = (typeof findingActs)[number];

/** All transitions there are: from where an act may start and where it ends. */
export const findingTransitions: Readonly<
  Record<FindingAct, { readonly from: readonly FindingStatus[]; readonly to: FindingStatus }>
> = {
  fix: { from: ['open'], to: 'fixed' },
  resolve: { from: ['open'], to: 'resolved_on_branch' },
  wontfix: { from: ['open'], to: 'wontfix' },
  defer: { from: ['open'], to: 'deferred' },
  supersede: { from: ['open'], to: 'superseded' },
  integrate: { from: fixStatuses, to: 'integrated' },
  reopen: { from: endedStatuses, to: 'open' },
};

/** True when a finding in this status may be acted on so. */
export function allowsAct(status: FindingStatus, act: FindingAct): boolean {
  return findingTransitions[act].from.includes(status);
}
