import { l10n } from 'vscode';
import type { Slice } from '../../../domain/slice/slice.js';
import type { Task } from '../../../domain/task/task.js';
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

interface SliceQuestion extends StepPlace {
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

/** Asks for an open slice. Throws the store's refusals before a box opens. */
export async function askSlice(repository: Repository, question: SliceQuestion): Promise<Answer<Slice>> {
  const { task } = question;
  const { slices } = await invokeOrThrow(repository, sliceList, task === undefined ? {} : { task });
  const open = slices.filter(({ status }) => status !== 'closed');
  const rows = open.map(slice => ({
    label: `$(list-tree) ${asLabel(`${slice.ref} ${slice.title}`)}`,
    description: sliceStatusLooks[slice.status].word(translate),
    value: slice,
  }));
  return askChoice<Slice>({ ...question, empty: l10n.t('The task has no open slices.'), rows });
}
