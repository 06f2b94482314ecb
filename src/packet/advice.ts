import { formatRef } from '../domain/identifier/identifier.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import type { BlockerRow } from '../domain/task/blockerRow.js';
import type { NextActionRow } from '../domain/task/nextActionRow.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import { oneLine } from '../domain/text/oneLine.js';
import { shortened } from '../domain/text/shortened.js';
import { nextStep } from '../domain/worker/nextStep.js';
import type { WorkerState } from '../domain/worker/workerState.js';
import { verbatim } from '../messages/message.js';
import { say } from '../messages/say.js';
import type { Context } from '../records/context.js';
import type { ItemFacts, SliceInProgress } from './packetFacts.js';
import type { ContextQueue } from './packetSchema.js';

/** Acts suggested to a session, by operation. */
const operationsOfActs = {
  switchTask: 'task.switch',
  startTask: 'task.start',
  nextItem: 'queue.next',
  showItem: 'queue.show',
  resolveBlocker: 'blocker.resolve',
  completeAction: 'action.complete',
  startSlice: 'slice.start',
  runEvidence: 'evidence.run',
  commitSlice: 'slice.commit',
  closeSlice: 'slice.close',
  checkGate: 'gate.check',
  startLane: 'worker.start',
  submitLane: 'worker.done',
  reviewLane: 'review.start',
} as const satisfies Readonly<Record<string, string>>;
export type SessionAct = keyof typeof operationsOfActs;

/** One or two sentences, and the act with the known part of its input. */
export interface Advice {
  readonly text: string;
  readonly act: SessionAct;
  readonly input: Readonly<Record<string, unknown>>;
}

const maxQuoteLength = 120;
const maxCommandLength = 160;

interface ItemPlace {
  readonly isInLane: boolean;
  /** True in its lane, where the next agent goes on. */
  readonly isHere: boolean;
  readonly isFree: boolean;
}

/** Undefined for the holder, in the item's lane, and if the item has ended. */
export function holderAdvice(
  { row, isInLane, isHere, isFree }: Pick<ItemFacts, 'row'> & ItemPlace,
  task: Pick<TaskRow, 'number'>,
  caller: string,
): Advice | undefined {
  const { owner, status } = row;
  const toTask = { act: 'switchTask', input: { task: formatRef('task', task.number) } } as const;
  const toAnother = { act: 'nextItem', input: {} } as const;
  if (status === 'waiting_human') {
    return { text: 'A person has to answer its question. Take another item until then.', ...toAnother };
  }
  if (isFree && !isInLane) return { text: 'Nobody holds it. To continue the task, switch to it.', ...toTask };
  if (status !== 'in_flight' || isFree || isHere || owner === caller) return undefined;
  if (isInLane) return { text: `${owner} works on it in a lane. Take another item.`, ...toAnother };
  return {
    text: `${owner} holds it. If you are to continue the task in its place, switch to it; you then hold the item.`,
    ...toTask,
  };
}

/** Advises leaving a task on which another agent works; `seen` is the time since its last activity: `20 s`. */
export function leaveAdvice(holder: string, { number }: Pick<TaskRow, 'number'>, seen: string | undefined): Advice {
  const last = seen === undefined ? '' : ` (last active ${seen} ago)`;
  return { text: `${holder} works on ${formatRef('task', number)}${last}. Leave it.`, act: 'nextItem', input: {} };
}

/** Advises leaving a task that was handed over, and is not for the caller. */
export function handedAdvice(
  { number }: Pick<TaskRow, 'number'>,
  { to, by }: { readonly to: string | null; readonly by: string },
): Advice {
  const handed = to === null ? `handed over by ${by}` : `handed to ${to} by ${by}`;
  return { text: `${formatRef('task', number)} was ${handed}. Leave it.`, act: 'nextItem', input: {} };
}

/** Advice for a review lane after a verdict, `V-3`, on the commit that is there now; undefined if the reviewed lane has ended. */
export function reviewedAdvice(verdict: string | undefined): Advice {
  const text =
    verdict === undefined
      ? 'The lane that this one reviews has ended. Take other work.'
      : `${verdict} is the verdict on the present commit. Wait for new commits, or take other work.`;
  return { text, act: 'nextItem', input: {} };
}

/** Advice for a submitted lane whose review, `V-3`, or open finding, `F-3`, asks for changes of what was submitted. */
export function askedAdvice(ref: string): Advice {
  const text = `${ref} asks for changes. Make them here, commit, then submit it again.`;
  return { text, act: 'submitLane', input: {} };
}

/** Advice for the agent of a lane, by the state of its worker; undefined where it has nothing to do. */
export function laneAdvice(kind: LaneRow['kind'], state: WorkerState): Advice | undefined {
  if (kind === 'review') {
    const text = 'Review the lane: record what you find as findings, then a verdict. Nothing is submitted from here.';
    return { text, act: 'reviewLane', input: {} };
  }
  const submit = { act: 'submitLane', input: {} } as const;
  switch (state) {
    case 'ASSIGNED':
      return { text: 'Begin the work of this lane.', act: 'startLane', input: {} };
    case 'WORKING':
      return { text: 'Do the work and commit it here. When it is done, submit it for review.', ...submit };
    case 'CONFLICTED':
      return {
        text: 'Resolve the conflicts here, finish the merge or rebase in git, then submit it again.',
        ...submit,
      };
    default:
      return undefined;
  }
}

/** Advice for a task that is over; undefined for an active one. */
export function endedAdvice({
  number,
  status,
  archived_at,
}: Pick<TaskRow, 'number' | 'status' | 'archived_at'>): Advice | undefined {
  const task = formatRef('task', number);
  if (status === 'done') return { text: `${task} is done.`, act: 'startTask', input: {} };
  if (archived_at === null) return undefined;
  return { text: `${task} is archived. To continue it, switch to it.`, act: 'switchTask', input: { task } };
}

/** Advice if no task is active; `queue` is undefined if it was not read, `ended` the end of the lane that was here. */
export function queueAdvice(queue: ContextQueue | undefined, ended?: string): Advice {
  const state = ended ?? 'No task is active here.';
  const own = queue?.yours[0]?.ref;
  if (own !== undefined) {
    return { text: `${state} You hold ${own}: continue with it.`, act: 'showItem', input: { id: own } };
  }
  const ready = queue?.ready ?? 0;
  if (ready > 0) {
    const many = ready === 1 ? '1 work item is' : `${ready} work items are`;
    return { text: `${state} ${many} ready: claim the best one.`, act: 'nextItem', input: {} };
  }
  if (ended !== undefined) return { text: `${ended} Nothing is ready: stop here.`, act: 'nextItem', input: {} };
  return { text: `${state} Start one for what you are asked to do.`, act: 'startTask', input: {} };
}

export interface WorkLeft {
  readonly task: Pick<TaskRow, 'light'>;
  readonly slice: SliceInProgress | undefined;
  /** True if the task has or had slices. */
  readonly hasSlices: boolean;
  /** Number of files with uncommitted changes; undefined if unknown. */
  readonly uncommitted: number | undefined;
  readonly blockers: readonly Pick<BlockerRow, 'number' | 'description'>[];
  readonly nextActions: readonly Pick<NextActionRow, 'number' | 'action'>[];
}

/** Its blocker, the slice in progress, or the next recorded action. */
export function nextAct({ slice, uncommitted, blockers, nextActions }: WorkLeft): Advice | undefined {
  const [blocker] = blockers;
  if (blocker !== undefined) {
    const ref = formatRef('blocker', blocker.number);
    return {
      text: `${ref} blocks the task: ${quoted(blocker.description)} When that is over, resolve it.`,
      act: 'resolveBlocker',
      input: { blocker: ref },
    };
  }
  if (slice !== undefined) return sliceAdvice(slice, uncommitted);
  const [action] = nextActions;
  if (action === undefined) return undefined;
  const id = formatRef('nextAction', action.number);
  return { text: `Do ${id}: ${quoted(action.action)} Then complete it.`, act: 'completeAction', input: { id } };
}

export function afterSlices({ task, hasSlices }: Pick<WorkLeft, 'task' | 'hasSlices'>): Advice {
  if (!hasSlices && task.light === 0) {
    return { text: 'Start the first slice, with a test that fails until it is done.', act: 'startSlice', input: {} };
  }
  return {
    text: 'Nothing is open. Start the next slice, or check whether the task can be closed.',
    act: 'checkGate',
    input: { gate: 'close-check' },
  };
}

function sliceAdvice({ row, run }: SliceInProgress, uncommitted: number | undefined): Advice {
  const slice = formatRef('slice', row.number);
  const { test_command: test } = row;
  const command = test === null || test.length > maxCommandLength ? {} : { command: [test] };
  const toRun = { act: 'runEvidence', input: { ...command, slice } } as const;
  const what = test === null ? 'a command that shows that it works' : 'its test';
  if (run === undefined) {
    return { text: `Continue ${slice}. When it is done, run ${what} as evidence.`, ...toRun };
  }
  const evidence = formatRef('evidence', run.row.number);
  if (run.row.passed !== 1) {
    const when = run.isStale === true ? ' before the latest changes' : '';
    return { text: `Continue ${slice}: ${evidence} failed${when}. When it is done, run ${what} again.`, ...toRun };
  }
  if (run.isStale !== false) {
    const text = `Continue ${slice}: ${evidence} passed before the latest changes. When it is done, run ${what} again.`;
    return { text, ...toRun };
  }
  if (uncommitted !== undefined && uncommitted > 0) {
    return {
      text: `${evidence} passed on these files. Commit ${slice}, then close it.`,
      act: 'commitSlice',
      input: {},
    };
  }
  return { text: `${evidence} passed on these files. Close ${slice}.`, act: 'closeSlice', input: { slice } };
}

function quoted(text: string): string {
  const line = shortened(oneLine(text), maxQuoteLength);
  return /[.!?\u2026]$/.test(line) ? line : `${line}.`;
}

/** Advice as one text, with the operation in the terms of the caller's surface. */
export async function sayAdvice({ withNext }: Context, { text, act, input }: Advice): Promise<string> {
  const advised = { hint: verbatim(text), next: [{ operation: operationsOfActs[act], input }] };
  return say(withNext === undefined ? advised.hint : (await withNext(advised)).hint);
}

/** The next act in a lane in whose state its agent has nothing to do, in the terms of the caller's surface. */
export async function sayLaneState({ withNext }: Context, state: WorkerState): Promise<string> {
  const hint = nextStep(state);
  return say(withNext === undefined ? hint : (await withNext({ hint })).hint);
}
