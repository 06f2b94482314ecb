import { l10n } from 'vscode';
import type { Task } from '../../../../domain/task/task.js';
import type { TaskStatus } from '../../../../domain/task/taskStatus.js';
import { commandOf } from '../../../../operations/commandOf.js';
import { taskShow } from '../../../../operations/task/taskShow.js';
import { taskStart } from '../../../../operations/task/taskStart.js';
import { oneLine, shortened } from '../../support/plainText.js';
import type { NowRow } from './nowNode.js';

export const textLength = 70;

/** Shows another task in the view. */
export const chooseTaskCommand = 'stateroom.now.chooseTask';

/** The task at hand, the first row of the view proper. */
export function taskRow(task: Task, isChosen: boolean): NowRow {
  const label = `${task.ref} ${shortened(task.objective, textLength)}`;
  const facts = [
    taskStatusWord(task.status),
    task.light ? l10n.t('light') : undefined,
    task.branch === null ? undefined : oneLine(task.branch),
    isChosen ? l10n.t('chosen by you') : undefined,
  ].filter(fact => fact !== undefined);
  return {
    id: `task.${task.ref}`,
    label,
    description: facts.join(' · '),
    ...looks(task.status),
    contextValue: `now task status:${task.status}${isChosen ? ' chosen' : ''}`,
    spoken: [label, ...facts].join(', '),
    tooltip: taskTooltip(task),
    input: { task: task.ref },
    command: { command: commandOf(taskShow), arguments: [{ task: task.ref }] },
  };
}

/** What is being worked on right now; nothing where nobody said it. */
export function focusRows({ ref, focus }: Task): NowRow[] {
  if (focus === null) return [];
  const label = shortened(focus, textLength);
  return [
    {
      id: `focus.${ref}`,
      label,
      description: l10n.t('focus'),
      icon: 'target',
      contextValue: 'now focus',
      spoken: l10n.t('{0}, focus', label),
      tooltip: oneLine(focus),
      input: { task: ref },
    },
  ];
}

/** Where work goes on without a task: a click starts one. */
export function noTaskRow(): NowRow {
  const label = l10n.t('No task in this work tree');
  const description = l10n.t('start one…');
  return {
    id: 'noTask',
    label,
    description,
    icon: 'rocket',
    contextValue: 'now noTask',
    spoken: l10n.t('{0}, {1}', label, description),
    command: { command: commandOf(taskStart), arguments: [] },
  };
}

/** The other live tasks; a click switches to one. */
export function otherTasksRow(others: readonly Task[]): NowRow[] {
  if (others.length === 0) return [];
  return [
    section({
      id: 'section.others',
      title: l10n.t('Other live tasks'),
      description: String(others.length),
      counted: others.length === 1 ? l10n.t('1 task') : l10n.t('{0} tasks', others.length),
      icon: 'layers',
      children: others.map(task => otherTask(task, 'other')),
      open: false,
    }),
  ];
}

/** Live tasks of which it is not clear which one is meant; a click shows one. */
export function candidateRows(candidates: readonly Task[]): NowRow[] {
  if (candidates.length === 0) return [];
  const title = l10n.t('Which task?');
  return [
    section({
      id: 'section.candidates',
      title,
      description: l10n.t('{0} are live, none is of this branch', candidates.length),
      counted: l10n.t('{0} are live, none is of this branch', candidates.length),
      icon: 'question',
      children: candidates.map(task => otherTask(task, 'candidate')),
      open: true,
    }),
  ];
}

function otherTask(task: Task, what: 'other' | 'candidate'): NowRow {
  const label = `${task.ref} ${shortened(task.objective, textLength)}`;
  const facts = [taskStatusWord(task.status), task.branch === null ? undefined : oneLine(task.branch)].filter(
    fact => fact !== undefined,
  );
  return {
    id: `${what}.${task.ref}`,
    label,
    description: facts.join(' · '),
    ...looks(task.status),
    contextValue: `now otherTask status:${task.status}`,
    spoken: [label, ...facts].join(', '),
    tooltip: taskTooltip(task),
    input: { task: task.ref },
    command: { command: chooseTaskCommand, arguments: [{ task: task.ref }] },
  };
}

/** A task status in the words of the interface, lower case. */
export function taskStatusWord(status: TaskStatus): string {
  switch (status) {
    case 'in_progress':
      return l10n.t('in progress');
    case 'blocked':
      return l10n.t('blocked');
    case 'review':
      return l10n.t('in review');
    case 'done':
      return l10n.t('done');
  }
}

function looks(status: TaskStatus): { icon: string; color?: string } {
  switch (status) {
    case 'in_progress':
      return { icon: 'rocket', color: 'charts.blue' };
    case 'blocked':
      return { icon: 'debug-pause', color: 'charts.yellow' };
    case 'review':
      return { icon: 'eye', color: 'charts.purple' };
    case 'done':
      return { icon: 'pass', color: 'charts.green' };
  }
}

function taskTooltip(task: Task): string {
  const lines = [
    `${task.ref} ${oneLine(task.objective)}`,
    task.focus === null ? undefined : l10n.t('Focus: {0}', oneLine(task.focus)),
    task.branch === null ? undefined : l10n.t('Branch {0}', oneLine(task.branch)),
    task.base === null ? undefined : l10n.t('Goes into {0}', oneLine(task.base)),
    task.workTree === null ? undefined : l10n.t('Work tree {0}', oneLine(task.workTree)),
    task.workItem === null ? undefined : l10n.t('Does {0}', task.workItem),
  ];
  return lines.filter(line => line !== undefined).join('\n');
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The description for who hears it. */
  readonly counted: string;
  readonly icon: string;
  readonly color?: string | undefined;
  readonly children: readonly NowRow[];
  readonly open: boolean;
  readonly command?: NowRow['command'];
  readonly input?: NowRow['input'];
  readonly tooltip?: string | undefined;
}

/** A row that others stand below. */
export function section({ title, counted, ...row }: Section): NowRow {
  const name = row.id.replace(/^section\./, '');
  // The editor remembers of an id whether it is unfolded: one without rows below it is another.
  const id = row.children.length === 0 ? `${row.id}.empty` : row.id;
  return { ...row, id, label: title, contextValue: `now section:${name}`, spoken: l10n.t('{0}, {1}', title, counted) };
}
