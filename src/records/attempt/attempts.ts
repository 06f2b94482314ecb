import type { Actor } from '../../domain/actor/actor.js';
import { type AttemptEnd, type AttemptRow, attemptEnds, attemptLimits } from '../../domain/attempt/attemptRow.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { oneLine } from '../../domain/text/oneLine.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';

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
  /** End of what another has open in the same lane or task; default: taken over. */
  readonly previous?: AttemptEnding;
}

/** Records that someone starts on an item, in a lane or task. Idempotent for whoever is at it there or continues after a session. */
export async function beginAttempt(
  act: Act,
  { itemId, laneId, taskId, by, atLeast = 1, previous = { reason: 'taken-over' } }: AttemptStart,
) {
  const { attempts } = act.transaction;
  const all = await attempts.ofItem(itemId);
  const same = all.filter(attempt => isSamePlace(attempt, { laneId, taskId })).at(-1);
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
  if (same?.ended_at === null) await end(act, [same], previous);
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
  /** ms UTC; default: now. */
  readonly at?: number | undefined;
  /** Rescue ref of what it left. */
  readonly backup?: string | null | undefined;
}

/** Undefined does not restrict. */
export interface AttemptFilter extends Partial<AttemptPlace> {
  readonly itemId: string;
  readonly actor?: string;
}

/**
 * Ends the open attempts at an item. A session's end is provisional: a later end of the last one replaces it. A backup made after the end is
 * kept on the last one.
 */
export async function endAttempt(
  act: Act,
  { itemId, laneId, taskId, actor }: AttemptFilter,
  ending: AttemptEnding,
): Promise<void> {
  const { attempts } = act.transaction;
  const found = (await attempts.ofItem(itemId)).filter(
    attempt =>
      (laneId === undefined || attempt.lane_id === laneId) &&
      (taskId === undefined || attempt.task_id === taskId) &&
      (actor === undefined || attempt.actor === actor),
  );
  const open = found.filter(({ ended_at }) => ended_at === null);
  if (open.length > 0) return end(act, open, ending);
  const last = found.at(-1);
  if (last?.end_reason === 'session-ended') return end(act, [last], ending);
  if (last?.backup === null && ending.backup != null) await attempts.change(last, { backup: ending.backup });
}

async function end(
  { transaction, now }: Act,
  rows: readonly AttemptRow[],
  { reason, why, backup, at = now }: AttemptEnding,
): Promise<void> {
  for (const attempt of rows) {
    const [run] = attempt.task_id === null ? [] : await transaction.evidence.ofTask(attempt.task_id, 1);
    await transaction.attempts.change(attempt, {
      ended_at: Math.max(at, attempt.begun_at),
      end_reason: reason,
      why: why == null ? null : oneLine(why).slice(0, attemptLimits.why) || null,
      evidence_id: run !== undefined && run.created_at >= attempt.begun_at ? run.id : null,
      backup: backup ?? attempt.backup,
    });
  }
}

/** Notes the task that is made for the lane of an attempt that runs. */
export async function joinAttempt(
  { attempts }: Transaction,
  { id, work_item_id }: Pick<LaneRow, 'id' | 'work_item_id'>,
  taskId: string,
): Promise<void> {
  for (const attempt of work_item_id === null ? [] : await attempts.ofItem(work_item_id))
    if (attempt.lane_id === id && attempt.ended_at === null) await attempts.change(attempt, { task_id: taskId });
}

/**
 * Time since which an item's owner has it, in ms UTC; null without one. In a lane or task that changed hands it is the owner's own start,
 * not that of the claim.
 */
export async function heldSince(
  { attempts }: Transaction,
  { id, owner, claimed_at: claimed }: Pick<WorkItemRow, 'id' | 'owner' | 'claimed_at'>,
): Promise<number | null> {
  if (owner === null || claimed === null) return null;
  const all = await attempts.ofItem(id);
  const hadOther = all.some(({ actor, ended_at }) => actor !== owner && (ended_at === null || ended_at > claimed));
  const own = hadOther ? all.findLast(({ actor }) => actor === owner) : undefined;
  return Math.max(claimed, own?.begun_at ?? claimed);
}

/** Someone's last attempt at an item, if its session ended and nobody has gone on in its place; undefined otherwise. */
export async function leftAttempt(
  { attempts }: Transaction,
  { itemId, actor }: { readonly itemId: string; readonly actor: string },
): Promise<AttemptRow | undefined> {
  const all = await attempts.ofItem(itemId);
  const last = all.findLast(row => row.actor === actor);
  if (last?.end_reason !== 'session-ended') return undefined;
  const after = all.slice(all.indexOf(last) + 1);
  return after.some(row => isSamePlace(row, { laneId: last.lane_id, taskId: last.task_id })) ? undefined : last;
}

/** Several lanes may share a task. */
function isSamePlace(attempt: AttemptRow, { laneId, taskId }: AttemptPlace): boolean {
  if (laneId !== null && attempt.lane_id !== null) return attempt.lane_id === laneId;
  return taskId !== null && attempt.task_id === taskId;
}

/** Ended attempts at an item for agents, latest first: `attempt 2: codex, ended 2026-11-02T10:42Z (failed: No access), backup refs/…`. */
export async function attemptLines({ attempts }: Transaction, itemId: string): Promise<string[]> {
  const ended = (await attempts.ofItem(itemId)).filter(({ ended_at }) => ended_at !== null).reverse();
  return ended.map(({ position, actor, ended_at, end_reason, why, backup }) => {
    const at = new Date(ended_at ?? 0).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
    const end = [end_reason === null ? '' : attemptEnds[end_reason], why].filter(part => part !== null).join(': ');
    return `attempt ${position}: ${actor}, ended ${at} (${end})${backup === null ? '' : `, backup ${backup}`}`;
  });
}
