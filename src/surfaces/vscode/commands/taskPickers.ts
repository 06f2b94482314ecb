import { l10n } from 'vscode';
import type { Slice } from '../../../domain/slice/slice.js';
import type { Blocker, NextAction, Task } from '../../../domain/task/task.js';
import { actionList } from '../../../operations/action/actionList.js';
import { blockerList } from '../../../operations/blocker/blockerList.js';
import { sliceList } from '../../../operations/slice/sliceList.js';
import { taskList } from '../../../operations/task/taskList.js';
import { sliceStatusLooks, taskStatusLooks } from '../../../present/status.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, type Choice, type StepPlace } from '../support/prompt.js';
import { translate } from '../support/translate.js';

export interface TaskQuestion extends StepPlace {
  readonly placeholder: string;
  readonly which: 'live' | 'archived' | 'all';
}

/** A question for a record of a task; refusals of the store are thrown before a box opens. */
export interface TaskPartQuestion extends StepPlace {
  readonly placeholder: string;
  /** Undefined for the task of the worktree. */
  readonly task: string | undefined;
}

/** Asks for a task, last changed first. */
export function askTask(repository: Repository, question: TaskQuestion): Promise<Answer<Task>> {
  const rows = async (): Promise<Choice<Task>[]> => {
    const filter = question.which === 'live' ? { live: true } : question.which === 'archived' ? { archived: true } : {};
    const { tasks } = await invokeOrThrow(repository, taskList, filter);
    return tasks.map(task => ({
      label: `$(rocket) ${asLabel(`${task.ref} ${task.objective}`)}`,
      description: asLabel(
        [taskStatusLooks[task.status].word(translate), task.branch ?? ''].filter(Boolean).join(' · '),
      ),
      value: task,
    }));
  };
  const empty = question.which === 'live' ? l10n.t('No active task.') : l10n.t('No matching tasks.');
  return askChoice({ ...question, empty, rows: rows() });
}

export async function askSlice(repository: Repository, question: TaskPartQuestion): Promise<Answer<Slice>> {
  const { slices } = await invokeOrThrow(repository, sliceList, ofTask(question));
  const open = slices.filter(({ status }) => status !== 'closed');
  const describe = (slice: Slice) => ({
    label: `$(list-tree) ${asLabel(`${slice.ref} ${slice.title}`)}`,
    description: sliceStatusLooks[slice.status].word(translate),
  });
  return askPart(question, l10n.t('The task has no open slices.'), open, describe);
}

export async function askNextAction(repository: Repository, question: TaskPartQuestion): Promise<Answer<NextAction>> {
  const { actions } = await invokeOrThrow(repository, actionList, { ...ofTask(question), status: 'pending' });
  const describe = ({ action, ref }: NextAction) => ({
    label: `$(circle-large-outline) ${asLabel(action)}`,
    description: ref,
  });
  return askPart(question, l10n.t('The task has no pending next actions.'), actions, describe);
}

export async function askBlocker(repository: Repository, question: TaskPartQuestion): Promise<Answer<Blocker>> {
  const { blockers } = await invokeOrThrow(repository, blockerList, { ...ofTask(question), status: 'open' });
  const describe = ({ description, ref }: Blocker) => ({
    label: `$(stop-circle) ${asLabel(description)}`,
    description: ref,
  });
  return askPart(question, l10n.t('No blockers.'), blockers, describe);
}

function askPart<T>(
  question: TaskPartQuestion,
  empty: string,
  found: readonly T[],
  describe: (one: T) => { readonly label: string; readonly description: string },
): Promise<Answer<T>> {
  return askChoice<T>({ ...question, empty, rows: found.map(value => ({ ...describe(value), value })) });
}

function ofTask({ task }: TaskPartQuestion): { task?: string } {
  return task === undefined ? {} : { task };
}
