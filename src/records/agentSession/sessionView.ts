import * as z from 'zod';
import { type AgentPermissionRow, agentPermissionDefinition } from '../../domain/agentSession/agentPermissionRow.js';
import { type AgentSessionRow, agentSessionDefinition } from '../../domain/agentSession/agentSessionRow.js';
import { agentUsageDefinition } from '../../domain/agentSession/agentUsageRow.js';
import { type LiveFacts, readLiveFacts } from '../../domain/agentSession/liveFacts.js';
import { parseIdentifier } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { shownShape } from '../../domain/record/record.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { LivenessPorts } from '../../git/lane/openLanes.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { NewRow } from '../../store/tables/table.js';
import type { Context } from '../context.js';
import { findLane, laneCalled } from '../lane/laneAccess.js';
import { showRow, showRows } from '../showRows.js';
import { findWorkItem } from '../workItem/workItemAccess.js';

export const workField = z.string().trim().min(1).max(1000).describe('The work: W-12, T-3, L-2 or the lane’s name');

const usageShape = shownShape(agentUsageDefinition);
const permissionSchema = z.object(shownShape(agentPermissionDefinition));

export const sessionSchema = z.object({
  ...shownShape(agentSessionDefinition),
  usage: z.array(z.object(usageShape)),
  /** Requests for permission that wait for a person. */
  asks: z.array(permissionSchema),
  /** Its latest act, one line; null if unknown. */
  line: z.string().nullable(),
  /** Times of its last message or tool call, and of the last one that changed something. */
  outputAt: z.iso.datetime().nullable(),
  progressAt: z.iso.datetime().nullable(),
  /** Start of its silence; null while it speaks. */
  silentSince: z.iso.datetime().nullable(),
});
export type SessionView = z.output<typeof sessionSchema>;

/** Live facts of sessions by ULID. Reads files: call it before a transaction. */
export async function readLive({ lanes, livenessPorts }: Context): Promise<ReadonlyMap<string, LiveFacts>> {
  const ports: Pick<LivenessPorts, 'sessions'> | undefined = lanes ?? livenessPorts;
  const texts = (await ports?.sessions.live()) ?? new Map<string, string>();
  return new Map(
    [...texts].flatMap(([id, text]) => {
      const facts = readLiveFacts(text);
      return facts === undefined ? [] : [[id, facts] as const];
    }),
  );
}

export async function presentSession(
  transaction: Transaction,
  row: NewRow<AgentSessionRow>,
  live: ReadonlyMap<string, LiveFacts>,
): Promise<SessionView> {
  const open = (await transaction.agentPermissions.ofSession(row.id)).filter(isOpen);
  const facts = live.get(row.id);
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return {
    ...(await showRow(transaction, agentSessionDefinition, row)),
    usage: await showRows(transaction, agentUsageDefinition, await transaction.agentUsage.ofSessions([row.id])),
    asks: await showRows(transaction, agentPermissionDefinition, open),
    line: facts?.line ?? null,
    outputAt: iso(facts?.outputAt),
    progressAt: iso(facts?.progressAt),
    silentSince: row.ended_at === null ? iso(facts?.silentSince) : null,
  };
}

export function isOpen({ answered_at }: AgentPermissionRow): boolean {
  return answered_at === null;
}

/** Lanes of a work item, task or lane, latest first. Refuses an unknown name. */
export async function lanesNamed(transaction: Transaction, text: string): Promise<LaneRow[]> {
  const named = text.trim();
  // A ULID may be a lane's.
  const isItem = namesItem(named) && !/^[^:]{26}$/.test(named);
  const item = isItem
    ? await findWorkItem(transaction, named)
    : namesItem(named)
      ? await transaction.workItems.find(parseIdentifier('workItem', named))
      : undefined;
  if (item !== undefined) return (await transaction.lanes.ofWorkItem(item.id)).reverse();
  if (/^t-?\d+$/i.test(named)) {
    const task = await transaction.tasks.find(parseIdentifier('task', named));
    if (task === undefined) throw refusalError('not_found', message('tasks.unknown', { task: named }));
    return (await transaction.lanes.ofTask(task.id)).reverse();
  }
  return [await findLane(transaction, named)];
}

/** True for the reference, the own id or the ULID of a work item; a lane may have a ULID too. */
export function namesItem(text: string): boolean {
  return /^w-?\d+$|^id:|^[0-9a-hjkmnp-tv-z]{26}$/i.test(text.trim());
}

/** The lane in which an agent runs for this work, else the open one, else the latest; undefined for work without a lane. */
export async function laneOfWork(transaction: Transaction, text: string): Promise<LaneRow | undefined> {
  const lanes = await lanesNamed(transaction, text);
  const sessions = await transaction.agentSessions.ofLanes(lanes.map(({ id }) => id));
  const running = lanes.find(({ id }) => sessions.some(one => one.lane_id === id && one.ended_at === null));
  return running ?? lanes.find(({ status }) => openStatuses.includes(status)) ?? lanes[0];
}

/** The lane of this work with its latest session. Refuses without one. */
export async function lastSession(
  transaction: Transaction,
  text: string,
): Promise<{ readonly lane: LaneRow; readonly session: AgentSessionRow }> {
  const lane = await laneOfWork(transaction, text);
  const [session] = lane === undefined ? [] : await transaction.agentSessions.ofLane(lane.id, 1);
  if (lane !== undefined && session !== undefined) return { lane, session };
  throw refusalError('not_found', message('sessions.none', { lane: lane === undefined ? text : laneCalled(lane) }), {
    hint: message('sessions.notRunningHint'),
  });
}

/** As `lastSession`, of a session without an end. */
export async function runningSession(
  transaction: Transaction,
  text: string,
): Promise<{ readonly lane: LaneRow; readonly session: AgentSessionRow }> {
  const found = await lastSession(transaction, text);
  if (found.session.ended_at === null) return found;
  throw refusalError('not_found', message('sessions.notRunning', { lane: laneCalled(found.lane) }), {
    hint: message('sessions.notRunningHint'),
  });
}
