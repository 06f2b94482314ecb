import { inARow, message } from '../../messages/message.js';
import type { Actor } from '../actor/actor.js';
import { formatRef } from '../identifier/identifier.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { effectiveLease, type HeartbeatIndex, isLeaseExpired } from './lease.js';
import { nameOf } from './nameOf.js';
import type { DependencyRow, WorkItemRow } from './workItemRow.js';
import { checkTransition } from './workItemRule.js';

export interface ClaimAttempt {
  readonly actor: Actor;
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  /** True to take over a claim whose lease has not expired. */
  readonly reassign: boolean;
}

export function checkClaim(
  row: WorkItemRow,
  dependencies: readonly DependencyRow[],
  attempt: ClaimAttempt,
): Refusal | undefined {
  const refused = checkTransition(row, 'claim', 'in_flight');
  if (refused !== undefined) return refused;
  if (row.status === 'pending') return checkStart(row, dependencies, attempt.now);
  const isOver = isLeaseExpired(row, attempt.heartbeats, attempt.now);
  if (attempt.reassign) return isOver ? undefined : checkReassign(row, attempt.actor);
  if (isOver) return checkStart(row, dependencies, attempt.now);
  const until = effectiveLease(row, attempt.heartbeats, attempt.now);
  const lease =
    until === null ? message('queue.heldForever') : message('queue.heldUntil', { time: new Date(until).toISOString() });
  // Several sessions of an agent may share a name, so a claim under it may not be the caller's.
  const sameName = row.owner === attempt.actor.name;
  const holder = sameName ? message('queue.sameName', { owner: row.owner }) : (row.owner ?? message('queue.someone'));
  return refuse('conflict', message('queue.held', { item: nameOf(row), holder, lease }), {
    hint: sameName ? message('queue.heldBySameNameHint') : message('queue.heldHint'),
    details: { owner: row.owner, leaseUntil: until === null ? null : new Date(until).toISOString(), token: row.token },
  });
}

/** Lets only people take a running claim from another name; sessions of one agent may share a name. */
function checkReassign(row: WorkItemRow, actor: Actor): Refusal | undefined {
  if (actor.role === 'human' || row.owner === null || row.owner === actor.name) return undefined;
  return refuse('not_allowed', message('queue.reassignIsForPeople', { item: nameOf(row), owner: row.owner }), {
    hint: 'input.personDoes',
    details: { owner: row.owner, token: row.token },
  });
}

export function checkStart(row: WorkItemRow, dependencies: readonly DependencyRow[], now: number): Refusal | undefined {
  // The count of a part may be too high since 0.1.0 completed a dependency of its parent.
  const open = row.open_dependencies === 0 ? [] : dependencies.filter(dependency => dependency.status !== 'done');
  if (open.length > 0) {
    const named = open.slice(0, 3).map(({ through, status, ...blocker }) => {
      const about = { item: nameOf(blocker), status: message(`state.${status}`) };
      if (through === undefined) return message('queue.blocker', about);
      return message('queue.blockerOfParent', { ...about, parent: nameOf(through) });
    });
    const more = open.length > 3 ? message('input.andMore', { count: open.length - 3 }) : '';
    return refuse(
      'transition_not_allowed',
      message('queue.blocked', { item: nameOf(row), blockers: inARow(named), more }),
      {
        hint: 'queue.blockedHint',
        details: { blockedBy: open.map(dependency => formatRef('workItem', dependency.number)) },
      },
    );
  }
  if (row.not_before !== null && row.not_before > now) {
    const start = new Date(row.not_before).toISOString();
    return refuse('transition_not_allowed', message('queue.scheduled', { item: nameOf(row), start }), {
      hint: 'queue.scheduledHint',
      details: { notBefore: start },
    });
  }
  return undefined;
}
