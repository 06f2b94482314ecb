import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import { type Refusal, RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';

/** What tells which task is meant when a call names none. Ask for it before a transaction: it asks git. */
export interface TaskPlace {
  /** Absolute path of the caller's work tree. */
  readonly directory: string | undefined;
  readonly branch: string | undefined;
}

export async function placeOf({ workTree }: Context): Promise<TaskPlace> {
  if (workTree === undefined) return { directory: undefined, branch: undefined };
  return { directory: workTree.root, branch: (await workTree.head()).branch };
}

/** The task that `text` names: its ref, number or ULID, archived ones too. Refuses when there is none. */
export async function findTask(transaction: Transaction, text: string): Promise<TaskRow> {
  const row = await transaction.tasks.find(parseIdentifier('task', text));
  if (row !== undefined) return row;
  throw new RefusalError(
    refuse('not_found', `There is no task ${text.trim().slice(0, 80)}.`, {
      hint: 'List the tasks to see which there are.',
      details: { task: text },
    }),
  );
}

/**
 * The task a call is about: the one it names, else the live one whose branch is checked out here, else the live one of this
 * work tree, else the only live one. Several candidates are listed, never guessed (`ambiguous`); none is `not_found`.
 */
export async function resolveTask(
  transaction: Transaction,
  place: TaskPlace,
  named: string | undefined,
): Promise<TaskRow> {
  if (named !== undefined) return findTask(transaction, named);
  const live = await transaction.tasks.live();
  const candidates = narrow(live, place);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  throw new RefusalError(only === undefined ? noTask() : ambiguous(candidates));
}

function narrow(live: readonly TaskRow[], { directory, branch }: TaskPlace): readonly TaskRow[] {
  const onBranch = live.filter(task => branch !== undefined && task.branch === branch);
  if (onBranch.length > 0) return onBranch;
  const here = live.filter(task => directory !== undefined && task.worktree_path === directory);
  return here.length > 0 ? here : live;
}

function noTask(): Refusal {
  return refuse('not_found', 'There is no live task.', {
    hint: 'Start one with an objective: `task start <objective>`.',
  });
}

function ambiguous(candidates: readonly TaskRow[]): Refusal {
  const names = candidates.map(task => `${formatRef('task', task.number)} (${task.ref})`);
  return refuse('ambiguous', `${candidates.length} live tasks could be meant: ${names.slice(0, 10).join(', ')}.`, {
    hint: 'Name one with `task`, or call from its work tree.',
    details: {
      candidates: candidates.map(task => ({
        task: formatRef('task', task.number),
        ref: task.ref,
        objective: task.objective,
        branch: task.branch,
      })),
    },
  });
}
