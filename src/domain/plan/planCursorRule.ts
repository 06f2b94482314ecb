import { type Message, message } from '../../messages/message.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import type { PlanCursorRow } from './planCursorRow.js';
import type { PlanCursorState } from './planCursorState.js';

export const planCursorActs = ['dispatch', 'complete', 'skip', 'escalate', 'expire'] as const;
export type PlanCursorAct = (typeof planCursorActs)[number];

const transitions: Readonly<Record<PlanCursorState, Partial<Record<PlanCursorAct, PlanCursorState>>>> = {
  dispatched: { complete: 'completed', skip: 'skipped', escalate: 'escalated', expire: 'expired' },
  completed: { dispatch: 'dispatched' },
  skipped: { dispatch: 'dispatched' },
  escalated: { dispatch: 'dispatched', complete: 'completed', skip: 'skipped' },
  expired: { dispatch: 'dispatched', skip: 'skipped', escalate: 'escalated' },
};

export const actOfState: Readonly<Record<PlanCursorState, PlanCursorAct>> = {
  dispatched: 'dispatch',
  completed: 'complete',
  skipped: 'skip',
  escalated: 'escalate',
  expired: 'expire',
};

/** Returns the resulting state, or a refusal; `state` is undefined if the item was never dispatched. */
export function nextPlanCursorState(
  item: string,
  state: PlanCursorState | undefined,
  act: PlanCursorAct,
): PlanCursorState | Refusal {
  if (state === undefined) {
    if (act === 'dispatch') return 'dispatched';
    return refuse('not_found', message('plans.notDispatched', { item }), {
      hint: 'plans.notDispatchedHint',
      details: { item },
    });
  }
  const next = transitions[state][act];
  if (next !== undefined) return next;
  const allowed = planCursorActs.filter(one => transitions[state][one] !== undefined);
  return refuse(
    'transition_not_allowed',
    message('plans.cursorForbids', { item, state: message(`state.${state}`), act: pastOf[act] }),
    {
      hint: message('plans.cursorAllows', { state: message(`state.${state}`), allowed: allowed.join(', ') }),
      details: { item, state, act, allowed },
    },
  );
}

const pastOf: Readonly<Record<PlanCursorAct, Message>> = {
  dispatch: message('plans.actDispatch'),
  complete: message('plans.actComplete'),
  skip: message('plans.actSkip'),
  escalate: message('plans.actEscalate'),
  expire: message('plans.actExpire'),
};

export interface CleanSliceFacts {
  /** Open findings of the task whose severity blocks a cursor. */
  readonly blocking: readonly { readonly number: number }[];
  /** Time of the task's last passing evidence, ms UTC; undefined for none. */
  readonly lastEvidenceAt: number | undefined;
  /** Time of the last change to any cursor of the task, ms UTC; undefined for none. */
  readonly previousUpdateAt: number | undefined;
}

/** Reasons to stop: open severe findings, or no passing evidence since the last cursor change. */
export const cleanSliceGates = ['open_high_findings', 'missing_recent_test'] as const;
export type CleanSliceGate = (typeof cleanSliceGates)[number];

export function missingCleanSliceGates(facts: CleanSliceFacts): CleanSliceGate[] {
  const { blocking, lastEvidenceAt, previousUpdateAt } = facts;
  const isRecent =
    lastEvidenceAt !== undefined && (previousUpdateAt === undefined || lastEvidenceAt > previousUpdateAt);
  return [
    ...(blocking.length > 0 ? (['open_high_findings'] as const) : []),
    ...(isRecent ? [] : (['missing_recent_test'] as const)),
  ];
}

export function checkCursorRevision(row: PlanCursorRow, revision: number | undefined): Refusal | undefined {
  if (revision === undefined || revision === row.revision) return undefined;
  return refuse(
    'stale',
    message('plans.cursorMoved', { item: row.plan_item, expected: revision, revision: row.revision }),
    {
      hint: 'plans.lookAtCursors',
      details: { item: row.plan_item, expected: revision, current: row.revision, state: row.state },
    },
  );
}
