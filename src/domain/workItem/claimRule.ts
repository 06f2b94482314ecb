import type { Actor } from '../actor/actor.js';
import { formatRef } from '../identifier/identifier.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { effectiveLease, type HeartbeatIndex, isLeaseExpired } from './lease.js';
import { nameOf } from './nameOf.js';
import type { DependencyRow, WorkItemRow } from './workItemRow.js';
import { checkTransition } from './workItemRule.js';

/** What a claim by id meets. */
export interface ClaimAttempt {
  readonly actor: Actor;
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  /** Take it over while its holder's lease runs. */
  readonly reassign: boolean;
}

/** Refuses a claim that may not be: of an item that is held, blocked, scheduled, waiting for a person or ended. */
export function checkClaim(
  row: WorkItemRow,
  dependencies: readonly DependencyRow[],
  attempt: ClaimAttempt,
): Refusal | undefined {
  const refused = checkTransition(row, 'claim', 'in_flight');
  if (refused !== undefined) return refused;
  if (row.status === 'pending') return checkStart(row, dependencies, attempt.now);
  if (attempt.reassign) return undefined;
  if (isLeaseExpired(row, attempt.heartbeats, attempt.now)) return checkStart(row, dependencies, attempt.now);
  const until = effectiveLease(row, attempt.heartbeats, attempt.now);
  const lease = until === null ? 'without a time limit' : `until ${new Date(until).toISOString()}`;
  // Two sessions of one agent may go by one name, so a claim under it need not be the caller's.
  const sameName = row.owner === attempt.actor.name;
  const holder = sameName ? `${row.owner}, the name you go by too` : (row.owner ?? 'someone');
  return refuse('conflict', `${nameOf(row)} is held by ${holder}, ${lease}.`, {
    hint: sameName
      ? 'Unless you made this claim yourself, claim the next item instead; your own you take up again with reassign.'
      : 'Claim the next item instead, or wait until it is free.',
    details: { owner: row.owner, leaseUntil: until === null ? null : new Date(until).toISOString(), token: row.token },
  });
}

/** Refuses the start of an item that is blocked or scheduled. */
function checkStart(row: WorkItemRow, dependencies: readonly DependencyRow[], now: number): Refusal | undefined {
  if (row.open_dependencies > 0) {
    const open = dependencies.filter(dependency => dependency.status !== 'done');
    const named = open.slice(0, 3).map(dependency => `${nameOf(dependency)} (${dependency.status})`);
    const more = open.length > 3 ? ` and ${open.length - 3} more` : '';
    return refuse('transition_not_allowed', `${nameOf(row)} is blocked by ${named.join(', ')}${more}.`, {
      hint: 'It is ready when they are done; a failed or cancelled one is reopened, or the dependency is removed.',
      details: { blockedBy: open.map(dependency => formatRef('workItem', dependency.number)) },
    });
  }
  if (row.not_before !== null && row.not_before > now) {
    const start = new Date(row.not_before).toISOString();
    return refuse('transition_not_allowed', `${nameOf(row)} is scheduled and not ready before ${start}.`, {
      hint: 'Edit its not-before time to start earlier.',
      details: { notBefore: start },
    });
  }
  return undefined;
}
