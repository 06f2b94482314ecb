import type { Task } from '../../../domain/task/task.js';
import { shortened } from '../../../domain/text/shortened.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import { say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import type { taskOperations } from '../../../operations/task/taskOperations.generated.js';
import { taskPage } from '../../../present/taskPage.js';
import { contextText } from './contextText.js';
import { startOne } from './nowText.js';
import { pageText, terminalPen } from './pageText.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { oneLine } from './text.js';
import { fullTime, words } from './view.js';

export const texts: TextsOf<typeof taskOperations> = {
  taskContext: contextText,
  taskStart: ({ task, workItems, repeated, taken }) => {
    const isOld = repeated || taken !== null;
    const started = isOld ? `${called(task)} is already started` : `Started ${called(task)}`;
    const items = workItems.length > 1 ? ` for ${workItems.join(', ')}` : '';
    const whose = taken === null ? [] : [oneLine(taken)];
    return [`${started}${branchOf(task)}${items}.`, ...whose, ...goOn(task.workTree)].join('\n');
  },
  taskScope: ({ item, task, slices, actions }) =>
    [
      `Created ${item.ref} and started ${called(task)}${branchOf(task)}.`,
      ...slices.map(({ ref, title }) => `  ${ref} ${oneLine(title)}`),
      ...actions.map(({ ref, action }) => `  ${ref} ${oneLine(action)}`),
      ...goOn(task.workTree),
    ].join('\n'),
  taskSwitch: ({ task, directory, changed, left, taken }) =>
    [
      `${called(task)} is ${changed ? 'ready' : 'already active here'}.`,
      ...(taken === null ? [] : [oneLine(taken)]),
      ...(left === null ? [] : [`Archived ${left}. To continue it: stateroom task switch ${left}`]),
      ...goOn(directory),
    ].join('\n'),
  taskHandOver: ({ item, task, lane, to, backup }) =>
    [
      `Handed ${lane ?? task ?? `${item.ref} ${oneLine(item.title)}`} to ${to === null ? 'the next agent' : oneLine(to)}.`,
      ...(backup === null ? [] : [`Files backed up as ${oneLine(backup)}.`]),
    ].join('\n'),
  taskShow: (shown, view) => {
    const page = taskPage(shown, terminalPen(view));
    const { name, updatedAt, updatedBy, revision } = shown.task;
    const changed = `${fullTime(updatedAt, view)} by ${oneLine(updatedBy)} (revision ${revision})`;
    return pageText({ ...page, fields: [...page.fields, ['name', oneLine(name)], ['changed', changed]] }, view);
  },
  taskList: (answer, view, filters) =>
    listText(
      taskColumns,
      answer.tasks,
      view,
      filters.archived === true
        ? 'No archived tasks.'
        : filters.status === undefined
          ? `No tasks. ${startOne}`
          : 'No matching tasks. To list all: stateroom task list',
      answer,
    ),
  taskUpdate: ({ task }) => `${called(task)} is ${statusWord(task)} (revision ${task.revision}).`,
  taskFinish: ({ task, done, warnings, lanes, removed, kept, rescue }, { style }) =>
    [
      `Finished and archived ${called(task)}.${done.length === 0 ? '' : ` Done: ${done.join(', ')}.`}`,
      ...warnings.map(({ text }) => style.yellow(`  ${oneLine(say(text))}`)),
      ...lanes.map(
        one => `  Closed lane ${one.lane}${one.rescue === null ? '' : `; its files are backed up as ${one.rescue}`}.`,
      ),
      ...takenDownLines({ ...(kept ?? { ...removed, why: null }), rescue }),
    ].join('\n'),
  taskArchive: ({ task }) => `Archived ${called(task)}. To restore it: stateroom task restore ${task.ref}`,
  taskRestore: ({ task }) => `${called(task)} is ${statusWord(task)} again.`,
  taskGc: ({ removed, tasks }) => {
    if (tasks.length === 0) return 'Finished tasks left no worktrees or branches.';
    const lines = tasks.flatMap(one => [
      `${one.task} ${shortened(oneLine(one.objective), 60)}`,
      ...(removed || one.why !== null ? takenDownLines(one) : [`  Can be removed: ${placesOf(one)}.`]),
    ]);
    const isAny = tasks.some(({ why }) => why === null);
    return [...lines, ...(removed || !isAny ? [] : ['To remove them: stateroom task gc --yes'])].join('\n');
  },
  taskReap: ({ archived, tasks }, view) => {
    if (tasks.length === 0) return 'No abandoned tasks.';
    const lines = tasks.map(
      ({ task, objective, lastActivity }) =>
        `${task} ${shortened(oneLine(objective), 60)} (last activity: ${fullTime(lastActivity, view)})`,
    );
    return [
      archived ? 'Archived:' : 'Without worktree, branch and recent activity:',
      ...lines.map(line => `  ${line}`),
      archived ? 'To restore one: stateroom task restore <task>' : 'To archive them: stateroom task reap --yes',
    ].join('\n');
  },
  taskExport: ({ task, file, content }) =>
    file === null ? visibleJson(content, 2) : `Wrote ${task} to ${oneLine(file)}.`,
  taskImport: importText,
  taskRender: ({ current, written }) => (written ? 'Wrote CURRENT_TASK.json.' : visibleJson(current, 2)),
};

interface Places {
  readonly worktree: string | null;
  readonly branch: string | null;
}

function takenDownLines({
  why,
  rescue,
  ...places
}: Places & { why: Sentence | null; rescue: string | null }): string[] {
  const named = placesOf(places);
  if (named === '') return [];
  if (why !== null) return [`  Kept ${named}: ${oneLine(say(why))}`];
  return [
    `  Removed ${named}.`,
    ...(rescue === null ? [] : [`  Files that git did not have are backed up as ${rescue}.`]),
  ];
}

/** `worktree ../a and branch feature/a`; empty for neither. */
function placesOf({ worktree, branch }: Places): string {
  return [
    ...(worktree === null ? [] : [`worktree ${oneLine(worktree)}`]),
    ...(branch === null ? [] : [`branch ${oneLine(branch)}`]),
  ].join(' and ');
}

const taskColumns: readonly Column<Task>[] = [
  idColumn,
  { title: 'status', text: statusWord },
  { title: 'objective', text: task => task.objective, minimum: 20 },
  { title: 'branch', text: task => task.branch, minimum: 12 },
  { title: 'item', text: task => task.workItem },
  { title: 'by', text: task => task.updatedBy, minimum: 8 },
  timeColumn(task => task.updatedAt),
];

function importText(answer: Answer<typeof taskOperations.taskImport>): string {
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

function goOn(directory: string | null): string[] {
  return directory === null ? [] : [`Continue in ${oneLine(directory)}`];
}

function branchOf({ branch }: Task): string {
  return branch === null ? '' : ` on ${oneLine(branch)}`;
}

function statusWord({ status, archivedAt, light }: Task): string {
  return `${archivedAt === null ? '' : 'archived, '}${words(status)}${light ? ', light' : ''}`;
}

function called({ ref, objective }: Task): string {
  return `${ref} ${shortened(oneLine(objective), 60)}`;
}
