import type { Task } from '../domain/task/task.js';
import { oneLine } from '../domain/text/oneLine.js';
import { commandOf } from '../operations/commandOf.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { taskShow } from '../operations/task/taskShow.js';
import { taskStart } from '../operations/task/taskStart.js';
import type { Translate } from '../reports/translate.js';
import { baseName } from './baseName.js';
import { iconOf } from './look.js';
import type { NowRow } from './nowRow.js';
import { taskStatusLooks } from './status.js';
import { named, type Tooltip, tooltipOf } from './tooltip.js';
import { labelled } from './viewRow.js';

export const chooseTaskCommand = 'stateroom.now.chooseTask';

const openTaskWorkTreeCommand = 'stateroom.now.openWorkTree';

export function taskRow(task: Task, isChosen: boolean, t: Translate): NowRow {
  const facts = [
    task.ref,
    taskStatusLooks[task.status].word(t),
    task.light ? t('light') : undefined,
    isChosen ? t('selected by you') : undefined,
  ];
  return {
    id: `task.${task.ref}`,
    ...labelled(oneLine(task.objective), facts),
    ...iconOf(taskStatusLooks[task.status]),
    contextValue: `now task status:${task.status}${isChosen ? ' chosen' : ''}`,
    tooltip: taskTooltip(task, t),
    input: { task: task.ref },
    command: { command: commandOf(taskShow), arguments: [{ task: task.ref }] },
  };
}

export function focusRows({ ref, focus }: Task, t: Translate): NowRow[] {
  if (focus === null) return [];
  return [
    {
      id: `focus.${ref}`,
      ...labelled(oneLine(focus), [t('focus')]),
      icon: 'target',
      contextValue: 'now focus',
      tooltip: oneLine(focus),
      input: { task: ref },
    },
  ];
}

/** Location of a task in another worktree, opened by a click. */
export function elsewhereRows({ ref }: Task, folder: string | null, t: Translate): NowRow[] {
  if (folder === null) return [];
  return [
    {
      id: `elsewhere.${ref}`,
      ...labelled(t('{0} is worked on in {1}', ref, oneLine(baseName(folder))), [t('open…')]),
      icon: 'empty-window',
      contextValue: 'now elsewhere',
      tooltip: oneLine(folder),
      command: { command: openTaskWorkTreeCommand, arguments: [{ task: ref }] },
    },
  ];
}

export function noTaskRow(t: Translate): NowRow {
  const label = t('No task in this worktree');
  const description = t('start one…');
  return {
    id: 'noTask',
    label,
    description,
    icon: 'rocket',
    contextValue: 'now noTask',
    spoken: t('{0}, {1}', label, description),
    command: { command: commandOf(taskStart), arguments: [] },
  };
}

/** Other active tasks; a click switches to one. */
export function otherTasksRow(others: readonly Task[], t: Translate): NowRow[] {
  if (others.length === 0) return [];
  return section(t, {
    id: 'section.others',
    title: t('Other active tasks'),
    description: String(others.length),
    counted: others.length === 1 ? t('1 task') : t('{0} tasks', others.length),
    icon: 'layers',
    children: others.map(task => otherTask(task, 'other', t)),
    open: false,
  });
}

/** Live tasks when the current one is ambiguous; a click shows one. */
export function candidateRows(candidates: readonly Task[], t: Translate): NowRow[] {
  if (candidates.length === 0) return [];
  const title = t('Select a task');
  return section(t, {
    id: 'section.candidates',
    title,
    description: t('{0} active tasks, none on this branch', candidates.length),
    counted: t('{0} active tasks, none on this branch', candidates.length),
    icon: 'question',
    children: candidates.map(task => otherTask(task, 'candidate', t)),
    open: true,
  });
}

function otherTask(task: Task, what: 'other' | 'candidate', t: Translate): NowRow {
  return {
    id: `${what}.${task.ref}`,
    ...labelled(oneLine(task.objective), [task.ref, taskStatusLooks[task.status].word(t)]),
    ...iconOf(taskStatusLooks[task.status]),
    contextValue: `now otherTask status:${task.status}`,
    tooltip: taskTooltip(task, t),
    input: { task: task.ref },
    command: { command: chooseTaskCommand, arguments: [{ task: task.ref }] },
  };
}

function taskTooltip(task: Task, t: Translate): Tooltip {
  const opens = { command: commandOf(taskShow), arguments: [{ task: task.ref }] };
  const opensWorkTree = { command: openTaskWorkTreeCommand, arguments: [{ task: task.ref }] };
  const { workItem } = task;
  return tooltipOf({ ref: task.ref, title: oneLine(task.objective), opens }, [
    named(t('State'), taskStatusLooks[task.status].word(t)),
    named(t('Focus'), task.focus),
    [named(t('Branch'), task.branch, { code: true }), named(t('Target branch'), task.base, { code: true })],
    named(t('Worktree'), task.workTree, { code: true, opens: opensWorkTree }),
    named(t('Work item'), workItem, { opens: { command: commandOf(queueShow), arguments: [{ id: workItem }] } }),
  ]);
}

interface Section extends Omit<NowRow, 'label' | 'contextValue' | 'spoken'> {
  readonly title: string;
  /** For screen readers. */
  readonly counted: string;
  readonly children: readonly NowRow[];
}

export function section(t: Translate, { title, counted, ...row }: Section): NowRow[] {
  const name = row.id.replace(/^section\./, '');
  // The editor remembers by id if a row is unfolded, so a row without children gets another id.
  const id = row.children.length === 0 ? `${row.id}.empty` : row.id;
  return [{ ...row, id, label: title, contextValue: `now section:${name}`, spoken: t('{0}, {1}', title, counted) }];
}
