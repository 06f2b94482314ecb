import { type Message, message } from '../../messages/message.js';
import { formatRef } from '../identifier/identifier.js';
import { type Refusal, type Remedy, refuse } from '../refusal/refusal.js';
import { startTask } from '../refusal/steps.js';
import type { WorkItemRow } from '../workItem/workItemRow.js';
import type { TaskRow } from './taskRow.js';
import type { TaskStatus } from './taskStatus.js';

type Judged = Pick<TaskRow, 'number' | 'ref' | 'status' | 'archived_at' | 'revision'>;

/** Status of a task, or `archived`; archived tasks keep their stored status. */
export type TaskState = TaskStatus | 'archived';

/** Allowed acts by status. An update names its resulting status. */
export const taskTransitions = {
  update: { from: ['in_progress', 'blocked', 'review'], to: ['in_progress', 'blocked', 'review'] },
  finish: { from: ['in_progress', 'blocked', 'review'], to: ['done'] },
  archive: { from: ['in_progress', 'blocked', 'review', 'done'], to: ['archived'] },
  restore: { from: ['archived'], to: ['in_progress', 'blocked', 'review', 'done'] },
} as const satisfies Record<string, { from: readonly TaskState[]; to: readonly TaskState[] }>;
export type TaskAct = keyof typeof taskTransitions;

const participles: Readonly<Record<TaskAct, Message>> = {
  update: message('tasks.actChange'),
  finish: message('tasks.actFinish'),
  archive: message('tasks.isArchived'),
  restore: message('tasks.actRestore'),
};

export function taskState({ status, archived_at }: Pick<Judged, 'status' | 'archived_at'>): TaskState {
  return archived_at === null ? status : 'archived';
}

/** Formats `T-3 (t3-rate-limit)`. */
export function taskName({ number, ref }: Pick<Judged, 'number' | 'ref'>): string {
  return `${formatRef('task', number)} (${ref})`;
}

export function checkTaskAct(row: Judged, act: TaskAct): Refusal | undefined {
  const state = taskState(row);
  const from: readonly TaskState[] = taskTransitions[act].from;
  if (from.includes(state)) return undefined;
  return refuse(
    'transition_not_allowed',
    message('input.stateForbids', { subject: taskName(row), status: message(`state.${state}`), act: participles[act] }),
    {
      ...remedyFor(row),
      details: { task: formatRef('task', row.number), status: state },
    },
  );
}

export function checkTaskLive(row: Judged): Refusal | undefined {
  const state = taskState(row);
  if (state !== 'done' && state !== 'archived') return undefined;
  return refuse(
    'transition_not_allowed',
    message('tasks.takesNothing', { task: taskName(row), state: message(`state.${state}`) }),
    {
      ...remedyFor(row),
      details: { task: formatRef('task', row.number), status: state },
    },
  );
}

export function checkTaskRevision(row: Judged, seen: number | undefined): Refusal | undefined {
  if (seen === undefined || seen === row.revision) return undefined;
  return refuse('stale', message('tasks.otherRevision', { task: taskName(row), revision: row.revision, seen }), {
    hint: 'tasks.otherRevisionHint',
    details: { task: formatRef('task', row.number), seen, revision: row.revision },
  });
}

/** Refuses a write because the row was changed after it was read. */
export function lostTask(row: Judged): Refusal {
  return refuse('stale', message('input.changedMeanwhile', { subject: taskName(row) }), { hint: 'input.lookAgain' });
}

function remedyFor(row: Judged): Remedy {
  // A finished task is not resumed, not even from the archive.
  if (row.status === 'done') return { hint: 'tasks.startNew', next: [startTask] };
  const input = { task: formatRef('task', row.number) };
  if (taskState(row) === 'archived') return { next: [{ operation: 'task.restore', input }] };
  return { next: [{ operation: 'task.show', input }] };
}

/** Refuses a second active task for a branch or a work item: otherwise a push or evidence would be ambiguous. */
export function secondTask(
  live: readonly TaskRow[],
  branch: string | null,
  item: Pick<WorkItemRow, 'id' | 'number' | 'task_id'> | undefined,
): Refusal | undefined {
  const onBranch = live.find(task => branch !== null && task.branch === branch);
  const ofItem = live.find(task => item !== undefined && (task.work_item_id === item.id || task.id === item.task_id));
  const other = onBranch ?? ofItem;
  if (other === undefined) return undefined;
  const what =
    onBranch === undefined
      ? message('tasks.doesItem', { item: formatRef('workItem', item?.number ?? 0) })
      : message('tasks.livesOn', { branch: String(branch) });
  return refuse('conflict', message('tasks.exists', { task: taskName(other), what }), {
    hint: 'tasks.existsHint',
    details: { task: formatRef('task', other.number), branch: other.branch, actor: other.created_by },
  });
}
