import { formatRef } from '../identifier/identifier.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import type { TaskRow } from './taskRow.js';
import type { TaskStatus } from './taskStatus.js';

type Judged = Pick<TaskRow, 'number' | 'ref' | 'status' | 'archived_at' | 'revision'>;

/** Where a task stands, with its archive: archived tasks keep the status that they had. */
export type TaskState = TaskStatus | 'archived';

/** What may be done to a task in each state. An update names the status it leads to. */
export const taskTransitions = {
  update: { from: ['in_progress', 'blocked', 'review'], to: ['in_progress', 'blocked', 'review'] },
  finish: { from: ['in_progress', 'blocked', 'review'], to: ['done'] },
  archive: { from: ['in_progress', 'blocked', 'review', 'done'], to: ['archived'] },
  restore: { from: ['archived'], to: ['in_progress', 'blocked', 'review', 'done'] },
} as const satisfies Record<string, { from: readonly TaskState[]; to: readonly TaskState[] }>;
export type TaskAct = keyof typeof taskTransitions;

const participles: Readonly<Record<TaskAct, string>> = {
  update: 'changed',
  finish: 'finished',
  archive: 'archived',
  restore: 'restored',
};

export function taskState({ status, archived_at }: Pick<Judged, 'status' | 'archived_at'>): TaskState {
  return archived_at === null ? status : 'archived';
}

/** `T-3 (t3-rate-limit)`. */
export function taskName({ number, ref }: Pick<Judged, 'number' | 'ref'>): string {
  return `${formatRef('task', number)} (${ref})`;
}

/** Refuses what the state of the task does not allow. */
export function checkTaskAct(row: Judged, act: TaskAct): Refusal | undefined {
  const state = taskState(row);
  const from: readonly TaskState[] = taskTransitions[act].from;
  if (from.includes(state)) return undefined;
  return refuse('transition_not_allowed', `${taskName(row)} is ${state} and cannot be ${participles[act]}.`, {
    hint: hintFor(state),
    details: { task: formatRef('task', row.number), status: state },
  });
}

/** Refuses to add to a task that is over. */
export function checkTaskLive(row: Judged): Refusal | undefined {
  const state = taskState(row);
  if (state !== 'done' && state !== 'archived') return undefined;
  return refuse('transition_not_allowed', `${taskName(row)} is ${state}; nothing is added to it any more.`, {
    hint: hintFor(state),
    details: { task: formatRef('task', row.number), status: state },
  });
}

/** Refuses a caller who has seen another revision than the one there is. */
export function checkTaskRevision(row: Judged, seen: number | undefined): Refusal | undefined {
  if (seen === undefined || seen === row.revision) return undefined;
  return refuse(
    'stale',
    `Revision conflict: ${taskName(row)} is at revision ${row.revision}, you have seen revision ${seen}.`,
    {
      hint: 'Look at it again and repeat what still applies, with the revision it has now.',
      details: { task: formatRef('task', row.number), seen, revision: row.revision },
    },
  );
}

/** For who was beaten to a change between reading and writing. */
export function lostTask(row: Judged): Refusal {
  return refuse('stale', `${taskName(row)} was changed by someone else at the same moment.`, {
    hint: 'Look at it again and repeat what still applies.',
  });
}

function hintFor(state: TaskState): string {
  if (state === 'archived') return 'Restore it first: `task restore`.';
  if (state === 'done') return 'Start a new task for what is left.';
  return 'Look at it first: `task show`.';
}
