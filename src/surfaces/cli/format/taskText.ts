import type { z } from 'zod';
import type { Task } from '../../../domain/task/task.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import { say } from '../../../messages/say.js';
import { taskArchive } from '../../../operations/task/taskArchive.js';
import { taskContext } from '../../../operations/task/taskContext.js';
import { taskExport } from '../../../operations/task/taskExport.js';
import { taskFinish } from '../../../operations/task/taskFinish.js';
import { taskImport } from '../../../operations/task/taskImport.js';
import { taskList } from '../../../operations/task/taskList.js';
import { taskRender } from '../../../operations/task/taskRender.js';
import { taskRestore } from '../../../operations/task/taskRestore.js';
import { taskScope } from '../../../operations/task/taskScope.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { taskStart } from '../../../operations/task/taskStart.js';
import { taskSwitch } from '../../../operations/task/taskSwitch.js';
import { taskUpdate } from '../../../operations/task/taskUpdate.js';
import { severityCounts } from '../../../present/severity.js';
import { english } from '../../../reports/translate.js';
import { contextText } from './contextText.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { fullTime, type View, when } from './view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
type Asked = Readonly<Record<string, unknown>>;

const startOne = 'Start one: stateroom task start "Limit the rate of logins"';

/** What the answers of operations on tasks say to a person; by the operation's name. */
export const taskTexts = {
  [taskContext.name]: contextText,
  [taskStart.name]: ({ task }: Answer<typeof taskStart>) =>
    [
      `Started ${called(task)}${task.branch === null ? '' : ` on ${oneLine(task.branch)}`}.`,
      ...goOn(task.workTree),
    ].join('\n'),
  [taskScope.name]: ({ item, task, slices, actions }: Answer<typeof taskScope>) =>
    [
      `Created ${item.ref} and started ${called(task)}${task.branch === null ? '' : ` on ${oneLine(task.branch)}`}.`,
      ...slices.map(({ ref, title }) => `  ${ref} ${oneLine(title)}`),
      ...actions.map(({ ref, action }) => `  ${ref} ${oneLine(action)}`),
      ...goOn(task.workTree),
    ].join('\n'),
  [taskSwitch.name]: ({ task, directory, changed }: Answer<typeof taskSwitch>) =>
    [`${called(task)} is ${changed ? 'ready' : 'already active here'}.`, ...goOn(directory)].join('\n'),
  [taskShow.name]: showText,
  [taskList.name]: listText,
  [taskUpdate.name]: ({ task }: Answer<typeof taskUpdate>) =>
    `${called(task)} is ${statusWord(task)} (revision ${task.revision}).`,
  [taskFinish.name]: ({ task, warnings }: Answer<typeof taskFinish>, { style }: View) =>
    [`Finished ${called(task)}.`, ...warnings.map(({ text }) => style.yellow(`  ${oneLine(say(text))}`))].join('\n'),
  [taskArchive.name]: ({ task }: Answer<typeof taskUpdate>) =>
    `Archived ${called(task)}. To restore it: stateroom task restore ${task.ref}`,
  [taskRestore.name]: ({ task }: Answer<typeof taskUpdate>) => `${called(task)} is ${statusWord(task)} again.`,
  [taskExport.name]: ({ task, file, content }: Answer<typeof taskExport>) =>
    file === null ? visibleJson(content, 2) : `Wrote ${task} to ${oneLine(file)}.`,
  [taskImport.name]: importText,
  [taskRender.name]: ({ current, written }: Answer<typeof taskRender>) =>
    written ? 'Wrote CURRENT_TASK.json.' : visibleJson(current, 2),
} as const;

function goOn(directory: string | null): string[] {
  return directory === null ? [] : [`Continue in ${oneLine(directory)}`];
}

function listText({ tasks, truncated }: Answer<typeof taskList>, view: View, asked: Asked): string {
  if (tasks.length === 0) {
    if (asked.archived === true) return 'No archived tasks.';
    return asked.status === undefined ? `No tasks. ${startOne}` : 'No matching tasks. To list all: stateroom task list';
  }
  const { style } = view;
  const columns: Column<Task>[] = [
    { title: 'id', text: task => task.ref, paint: text => style.cyan(text) },
    { title: 'status', text: statusWord },
    { title: 'objective', text: task => oneLine(task.objective), minimum: 20 },
    { title: 'branch', text: task => oneLine(task.branch ?? ''), minimum: 12 },
    { title: 'item', text: task => task.workItem ?? '' },
    { title: 'by', text: task => oneLine(task.updatedBy), minimum: 8 },
    { title: '', text: task => when(task.updatedAt, view), paint: text => style.dim(text) },
  ];
  const rows = table(columns, tasks, { width: view.width, head: text => style.dim(text) });
  return truncated ? `${rows}\n${style.dim('For more: --limit')}` : rows;
}

function showText(answer: Answer<typeof taskShow>, view: View): string {
  const { style } = view;
  const { task, openFindings } = answer;
  const facts: readonly (readonly [string, string | readonly string[]])[] = [
    ['status', statusWord(task)],
    ['focus', oneLine(task.focus ?? '')],
    ['branch', `${oneLine(task.branch ?? '')}${task.base === null ? '' : ` → ${oneLine(task.base)}`}`],
    ['worktree', oneLine(task.workTree ?? '')],
    ['plan', oneLine(task.plan ?? '')],
    ['work item', task.workItem ?? ''],
    ['findings', `${severityCounts(openFindings, english)} open`],
    ['blockers', answer.blockers.map(({ ref, description }) => `${ref} ${oneLine(description)}`)],
    ['next', answer.nextActions.map(({ ref, action }) => `${ref} ${oneLine(action)}`)],
    ['slices', answer.slices.map(({ ref, title, status }) => `${ref} ${oneLine(title)} (${status})`)],
    ['decisions', answer.decisions.map(({ ref, decision }) => `${ref} ${oneLine(decision)}`)],
    ['note', task.archiveNote === null ? '' : manyLines(task.archiveNote)],
    ['changed', `${fullTime(task.updatedAt, view)} by ${oneLine(task.updatedBy)} (revision ${task.revision})`],
  ];
  const lines = [`${style.cyan(task.ref)}  ${style.bold(oneLine(task.objective))}  ${style.dim(task.name)}`];
  for (const [name, value] of facts) {
    const [first = '', ...others] = typeof value === 'string' ? [value] : value;
    if (first === '' && others.length === 0) continue;
    lines.push(`  ${style.dim(name.padEnd(10))}${first}`, ...others.map(line => `${' '.repeat(12)}${line}`));
  }
  return lines.join('\n');
}

function importText(answer: Answer<typeof taskImport>): string {
  const { outcome, task, keptAs, notes, renumbered, renumberedCount } = answer;
  if (outcome === 'unchanged') return `${called(task)} already exists here; nothing was changed.`;
  const moved = renumbered.map(({ from, to }) => `${from} → ${to}`).join(', ');
  const more = renumberedCount > renumbered.length ? `, and ${renumberedCount - renumbered.length} more` : '';
  return [
    `${outcome === 'imported' ? 'Imported' : 'Replaced'} ${called(task)}.`,
    ...(moved === '' ? [] : [`  Renumbered: ${moved}${more}.`]),
    ...notes.map(note => `  ${oneLine(note)}`),
    ...(keptAs === null ? [] : [`  The previous version is saved next to the store as ${keptAs}.`]),
  ].join('\n');
}

function statusWord({ status, archivedAt, light }: Task): string {
  const word = status.replaceAll('_', ' ');
  return `${archivedAt === null ? word : `archived, ${word}`}${light ? ', light' : ''}`;
}

function called({ ref, objective }: Task): string {
  const line = oneLine(objective);
  const characters = [...line];
  return `${ref} ${characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line}`;
}
