import type { Actor } from '../../domain/actor/actor.js';
import {
  type Attempt,
  type AttemptEnd,
  type AttemptRow,
  attemptDefinition,
  attemptLimits,
} from '../../domain/attempt/attemptRow.js';
import { oneLine } from '../../domain/text/oneLine.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import { showRows } from '../showRows.js';

/** Lane or task, by their ULIDs, in which an attempt is made. */
export interface AttemptPlace {
  readonly laneId: string | null;
  readonly taskId: string | null;
}

export interface AttemptStart extends AttemptPlace {
  readonly itemId: string;
  readonly by: Pick<Actor, 'name' | 'model' | 'session'>;
  /** Number that the lane counts already; default: 1. */
  readonly atLeast?: number;
}

/** Records that someone starts on an item. Idempotent; ends what another has open in the same lane or task as taken over. */
export async function beginAttempt(act: Act, { itemId, laneId, taskId, by, atLeast = 1 }: AttemptStart) {
  const { attempts } = act.transaction;
  const all = await attempts.ofItem(itemId);
  const same = all.filter(attempt => isAt(attempt, { laneId, taskId })).at(-1);
  if (same?.actor === by.name && (same.ended_at === null || same.end_reason === 'session-ended')) {
    if (same.ended_at === null && same.lane_id === laneId && same.task_id === taskId) return same;
    const change = {
      lane_id: laneId ?? same.lane_id,
      task_id: taskId ?? same.task_id,
      ended_at: null,
      end_reason: null,
    };
    return (await attempts.change(same, { ...change, why: null, evidence_id: null })) ?? same;
  }
  if (same !== undefined) await endAttempt(act, { itemId, laneId, taskId }, { reason: 'taken-over' });
  const position = Math.max(all.reduce((last, attempt) => Math.max(last, attempt.position), 0) + 1, atLeast);
  return attempts.create({
    // The same in a repeated transaction.
    id: `${String(position).padStart(10, '0')}${itemId.slice(10)}`,
    work_item_id: itemId,
    position,
    lane_id: laneId,
    task_id: taskId,
    actor: by.name,
    model: by.model ?? null,
    session: by.session ?? null,
    begun_at: act.now,
  });
}

export interface AttemptEnding {
  readonly reason: AttemptEnd;
  readonly why?: string | null | undefined;
  /** Rescue ref of what it left. */
  readonly backup?: string | null | undefined;
}

/**
 * Ends the open attempts at an item, of a lane or task alone if `where` names one. A session's end is provisional: a later end replaces
 * it. A backup made after the end is kept on the last attempt.
 */
export async function endAttempt(
  { transaction, now }: Act,
  where: { readonly itemId: string } & Partial<AttemptPlace>,
  { reason, why, backup }: AttemptEnding,
): Promise<void> {
  const all = (await transaction.attempts.ofItem(where.itemId)).filter(attempt => isAt(attempt, where));
  const last = all.at(-1);
  const ending = all.filter(({ ended_at }) => ended_at === null);
  if (ending.length === 0 && last?.end_reason === 'session-ended' && reason !== 'taken-over') ending.push(last);
  for (const attempt of ending) {
    const [run] = attempt.task_id === null ? [] : await transaction.evidence.ofTask(attempt.task_id, 1);
    await transaction.attempts.change(attempt, {
      ended_at: now,
      end_reason: reason,
      why: why == null ? null : oneLine(why).slice(0, attemptLimits.why) || null,
      evidence_id: run !== undefined && run.created_at >= attempt.begun_at ? run.id : null,
      backup: backup ?? attempt.backup,
    });
  }
  if (ending.length === 0 && last?.backup === null && backup != null)
    await transaction.attempts.change(last, { backup });
}

function isAt(attempt: AttemptRow, { laneId = null, taskId = null }: Partial<AttemptPlace>): boolean {
  if (laneId === null && taskId === null) return true;
  return (laneId !== null && attempt.lane_id === laneId) || (taskId !== null && attempt.task_id === taskId);
}

/** Attempts at an item, oldest first. */
export async function attemptsOf(transaction: Transaction, itemId: string): Promise<Attempt[]> {
  return showRows(transaction, attemptDefinition, await transaction.attempts.ofItem(itemId));
}
