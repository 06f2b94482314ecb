import { eventFacts } from '../domain/event/ownEvents.js';
import { latestEvidence } from '../domain/evidence/freshness.js';
import { formatRef } from '../domain/identifier/identifier.js';
import { quoteWord } from '../domain/lane/laneKit.js';
import { listedNames } from '../domain/records.js';
import type { SliceRow } from '../domain/slice/sliceRow.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { Context } from '../records/context.js';
import { presentLanes } from '../records/lane/laneAccess.js';
import { laneOfCaller } from '../records/lane/laneAt.js';
import { readConfig } from '../records/repositoryConfig.js';
import { candidatesAt, placeOf } from '../records/task/taskAccess.js';
import type { Transaction } from '../store/store.js';
import type { HookAnswer } from './hookClient.js';
import { HookMemory, type SessionMemory } from './hookMemory.js';

/** Max holds per review, so that a session does not spend its tokens on waiting. */
const maxHolds = 20;
/** Subjects of events that count as a note on the task's progress. */
const notes = new Set(['decision', ...listedNames]);

/** Asks once for a note on an open slice without any; holds a session whose lane is in review, if configured. */
export async function turnEnd(context: Context, isContinued: boolean): Promise<HookAnswer> {
  const memory = await HookMemory.open(context);
  const place = await placeOf(context);
  const { holdSession } = (await readConfig(context)).review;
  const { slice, ran, lane, last } = await context.store.read(async transaction => ({
    slice: isContinued
      ? undefined
      : await silentSlice(transaction, await candidatesAt(transaction, place), memory.session.asked ?? []),
    ran: isContinued || memory.session.told === true ? undefined : await onlyReported(transaction, memory.session.ran),
    lane: holdSession ? await laneInReview(context, transaction) : undefined,
    last: await transaction.events.lastId(),
  }));
  memory.seen = last;
  if (slice !== undefined) memory.session.asked = [...(memory.session.asked ?? []), slice.id];
  const isReported = slice === undefined && ran !== undefined;
  if (isReported) memory.session.told = true;
  const isHeld = lane !== undefined && (memory.session.held ?? 0) < maxHolds;
  memory.session.held = lane === undefined ? 0 : (memory.session.held ?? 0) + 1;
  await memory.keep();
  if (slice !== undefined) {
    return {
      goOn: `${formatRef('slice', slice.number)} “${oneLine(slice.title)}” is in progress, and its state is not recorded. Commit or close it (slices over MCP, \`stateroom slice\`), or add a next action or a decision (task_records over MCP, \`stateroom action add\`). You are asked once.`,
    };
  }
  if (isReported) {
    return {
      goOn: `${oneLine(ran)} ran. Only \`evidence\` counts; hook reports do not. Run it once more with evidence {"command":${JSON.stringify([ran])}} over MCP, or \`stateroom evidence run -- ${quoteWord(ran)}\`. This is shown once.`,
    };
  }
  return isHeld
    ? {
        goOn: `${lane} waits for its review, and this repository lets the session end once there is an answer. Wait a minute, then look with manage_worktree_lane show over MCP, or \`stateroom lane show\`.`,
      }
    : {};
}

/** Undefined once Stateroom has run the test on that tree. */
async function onlyReported(transaction: Transaction, ran: SessionMemory['ran']): Promise<string | undefined> {
  if (ran === undefined) return undefined;
  const proofs = await transaction.evidence.ofTree(ran.tree);
  const required = { command: ran.command, minimum: 'observed' as const };
  return latestEvidence(proofs, ran.tree, required) === undefined ? ran.command : undefined;
}

/** An open slice without a decision, blocker or next action of its task since it started. */
async function silentSlice(
  transaction: Transaction,
  tasks: readonly TaskRow[],
  asked: readonly string[],
): Promise<SliceRow | undefined> {
  for (const { id } of tasks) {
    const slices = await transaction.slices.ofTask(id);
    const open = slices.find(slice => slice.status !== 'closed' && !asked.includes(slice.id));
    if (open === undefined) continue;
    const since = await transaction.events.list({ taskId: id, from: open.started_at }, 'newest', 200);
    const isSilent = since.every(({ type }) => !notes.has(eventFacts(type)?.about ?? ''));
    if (isSilent) return open;
  }
  return undefined;
}

/** Undefined unless its work was submitted and is unanswered. */
async function laneInReview(context: Context, transaction: Transaction): Promise<string | undefined> {
  const row = await laneOfCaller(transaction, context);
  const rows = row?.status === 'review' ? [row] : [];
  const [lane] = await presentLanes(transaction, rows, context.clock.now());
  return lane?.state === 'IN_REVIEW' ? `${lane.ref} (${lane.lane})` : undefined;
}
