import * as z from 'zod';
import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import { storedControl } from '../../domain/config/controlConfig.js';
import { controlSettings } from '../../domain/control/controlSettings.js';
import { type ControlShiftRow, controlShiftDefinition } from '../../domain/control/controlShiftRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { workerStates } from '../../domain/worker/workerState.js';
import { questionsOf } from '../../domain/workItem/question.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { showRow } from '../showRows.js';
import { taker } from '../thread/answerQuestion.js';
import { passSchema, presentPass, type ShownDecision, shiftSchema } from './controlView.js';
import { readPass } from './readPass.js';
import { readUsed } from './readUsed.js';

const maxItems = 100_000;
const maxFailures = 1000;

export const reportSchema = z.object({
  /** Null while control is off. */
  pass: passSchema.nullable(),
  /** The latest time that control was on; null if it never was. */
  shift: shiftSchema.nullable(),
  done: z.array(
    z.object({
      item: z.string(),
      title: z.string(),
      lane: z.string(),
      branch: z.string(),
      /** IN_REVIEW, APPROVED or COMPLETED (merged). */
      state: z.enum(workerStates).nullable(),
      /** Last command that passed on its branch; null without one. */
      proof: z.string().nullable(),
    }),
  ),
  needsYou: passSchema.shape.decisions,
  gaveUp: z.array(z.object({ item: z.string(), title: z.string(), why: z.string() })),
  used: z.object({ money: z.number(), tokens: z.number(), minutes: z.number() }),
  budget: passSchema.shape.budget,
  /** Agents that told no cost, which `used.money` therefore lacks. */
  withoutCost: z.array(z.object({ agent: z.string(), tokens: z.int() })),
});
export type Report = z.output<typeof reportSchema>;

/** As `readReport`; undefined if control is off and its report was read, or it never was on. Then it is one query. */
export async function readUnreadReport(context: Context): Promise<Report | undefined> {
  const [shift] = await context.store.read(({ controlShifts }) => controlShifts.latest(1));
  if (shift === undefined || (shift.ended_at !== null && shift.read_at !== null)) return undefined;
  return readReport(context);
}

/**
 * Results of the latest time that control was on: done, needs a person, gave up. After its end, what it left unfinished needs a person, as
 * by the settings of that time.
 */
export async function readReport(context: Context): Promise<Report> {
  const [latest] = await context.store.read(({ controlShifts }) => controlShifts.latest(1));
  const instead = latest === undefined || latest.ended_at === null ? undefined : storedControl(latest.settings);
  const pass = await readPass(context, { instead });
  const shown = await presentPass(context, pass);
  return context.store.read(async transaction => {
    const [shift] = await transaction.controlShifts.latest(1);
    const sessions = shift === undefined ? [] : await sessionsOf(transaction, shift);
    const done = await readDone(transaction, sessions);
    const gaveUp = shift === undefined ? [] : await readGaveUp(transaction, shift, pass.now);
    const isListed = new Set([...gaveUp, ...done].map(({ item }) => item));
    const touched = shift === undefined ? new Set<string>() : await touchedItems(transaction, shift, sessions);
    const general = new Set(shown.decisions.flatMap(one => (one.subject === allWork ? [one.reason] : [])));
    const isLeft = ({ subject, act, reason, needsYou }: ShownDecision): boolean => {
      if (reason === 'reviewYou' || reason === 'mergeYou') return false;
      if (shift === undefined || shift.ended_at === null)
        return needsYou && (subject === allWork || !general.has(reason));
      const isOpen = act === 'start' || act === 'wait' || act === 'give-up';
      return touched.has(subject) ? isOpen && !isOthers.has(reason) : needsYou && subject !== allWork;
    };
    return {
      pass: pass.shift === undefined ? null : shown,
      shift: shift === undefined ? null : await showRow(transaction, controlShiftDefinition, shift),
      done,
      needsYou: shown.decisions.filter(one => !isListed.has(one.subject) && isLeft(one)),
      gaveUp,
      ...(await readUsed(transaction, sessions, pass.prices, pass.now)),
      budget: shift === undefined ? shown.budget : controlSettings(storedControl(shift.settings)).budget,
    };
  });
}

/** Subject of decisions about all work. */
const allWork = 'control';
/** Reasons by which someone else goes on with an item. */
const isOthers: ReadonlySet<ShownDecision['reason']> = new Set<ShownDecision['reason']>(['heldBy', 'assignedTo']);

/** Items at which control started an agent, or tried to. */
async function touchedItems(
  { events, workItems }: Transaction,
  { started_at: from, ended_at }: ControlShiftRow,
  sessions: readonly AgentSessionRow[],
): Promise<ReadonlySet<string>> {
  const failed = (await events.list({ type: 'control_start_failed', from }, 'newest', maxFailures)).filter(
    ({ ts }) => ts <= (ended_at ?? Number.POSITIVE_INFINITY),
  );
  const ids = new Set([...sessions, ...failed].flatMap(({ work_item_id }) => work_item_id ?? []));
  return new Set((await workItems.ofIds([...ids])).map(({ number }) => formatRef('workItem', number)));
}

/** Sessions that ran in a shift, also those without an end. */
async function sessionsOf({ agentSessions }: Transaction, shift: ControlShiftRow): Promise<AgentSessionRow[]> {
  const all = [...(await agentSessions.endedSince(shift.started_at)), ...(await agentSessions.unfinished())];
  const end = shift.ended_at ?? Number.POSITIVE_INFINITY;
  return all.filter(({ requested_at }) => requested_at >= shift.started_at && requested_at <= end);
}

async function readDone(transaction: Transaction, sessions: readonly AgentSessionRow[]): Promise<Report['done']> {
  const laneIds = [...new Set(sessions.flatMap(one => (one.end_reason === 'done' ? [one.lane_id] : [])))];
  const lanes = await transaction.lanes.ofIds(laneIds);
  const states = new Map((await transaction.workers.ofLanes(laneIds)).map(row => [row.lane_id, row.state]));
  const items = new Map(
    (await transaction.workItems.ofIds(lanes.flatMap(({ work_item_id }) => work_item_id ?? []))).map(row => [
      row.id,
      row,
    ]),
  );
  const found: Report['done'] = [];
  for (const lane of lanes) {
    const item = items.get(lane.work_item_id ?? '');
    const state = states.get(lane.id) ?? null;
    const isDone = item?.status === 'done' || state === 'IN_REVIEW' || state === 'APPROVED' || state === 'COMPLETED';
    if (item === undefined || !isDone) continue;
    const [proof] = await transaction.evidence.list({ branch: lane.branch, passed: true }, 1);
    const { name, branch } = lane;
    const shown = { item: formatRef('workItem', item.number), title: item.title, lane: name, branch };
    found.push({ ...shown, state, proof: proof?.command ?? null });
  }
  return found;
}

/** Items that control left to a person while it was on, and of which the question has no answer. */
async function readGaveUp(
  transaction: Transaction,
  { started_at, ended_at }: ControlShiftRow,
  now: number,
): Promise<Report['gaveUp']> {
  const heartbeats = transaction.heartbeats();
  const filter = { now, heartbeats, status: 'waiting_human', order: 'queue', limit: maxItems } as const;
  return (await transaction.workItems.list(filter)).flatMap(row => {
    const asked = questionsOf(row).findLast(({ from }) => from === taker.name);
    const at = asked?.askedAt ?? 0;
    if (asked === undefined || asked.how !== null || at < started_at || at > (ended_at ?? now)) return [];
    return [{ item: formatRef('workItem', row.number), title: row.title, why: asked.question }];
  });
}
