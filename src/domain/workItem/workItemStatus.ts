export const workItemStatuses = ['pending', 'in_flight', 'waiting_human', 'done', 'failed', 'cancelled'] as const;
export type WorkItemStatus = (typeof workItemStatuses)[number];

export const terminalStatuses = ['done', 'failed', 'cancelled'] as const;
export type TerminalStatus = (typeof terminalStatuses)[number];

export const openStatuses = workItemStatuses.filter(status => !isTerminal(status));

export const advanceTargets = ['pending', 'in_flight', 'cancelled'] as const;
export type AdvanceTarget = (typeof advanceTargets)[number];

export type WorkItemAct = 'claim' | 'release' | 'ask' | 'advance' | 'resolve' | 'reopen';

/** Resulting statuses by current status and act; a missing act is refused. */
export const workItemTransitions: Readonly<
  Record<WorkItemStatus, Readonly<Partial<Record<WorkItemAct, readonly WorkItemStatus[]>>>>
> = {
  pending: { claim: ['in_flight'], resolve: terminalStatuses },
  in_flight: { claim: ['in_flight'], release: ['pending'], ask: ['waiting_human'], resolve: terminalStatuses },
  waiting_human: { ask: ['waiting_human'], advance: advanceTargets, resolve: terminalStatuses },
  done: { reopen: ['pending'] },
  failed: { reopen: ['pending'] },
  cancelled: { reopen: ['pending'] },
};

export function allowsTransition(from: WorkItemStatus, act: WorkItemAct, to: WorkItemStatus): boolean {
  return workItemTransitions[from][act]?.includes(to) ?? false;
}

export function isTerminal(status: WorkItemStatus): status is TerminalStatus {
  return (terminalStatuses as readonly WorkItemStatus[]).includes(status);
}
