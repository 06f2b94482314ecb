import type { Task } from '../../../domain/task/task.js';
import type { Now } from '../../../operations/repository/repositoryNow.js';
import type { RecentChange } from '../../../reports/recentChanges.js';
import { oneLine } from './text.js';
import { type View, when } from './view.js';

/** How many lines of one kind are shown; `--json` has all. */
const most = { refs: 5, boxes: 10, slices: 10, tasks: 10 } as const;

/** The current work, as a page: the task, blockers, next steps, changes by others. */
export function nowText(now: Now, view: View): string {
  const { style } = view;
  const parts = [...head(now, view), ...(now.task === null ? [] : belongings(now, view))];
  parts.push(
    ...section(
      style.bold('What changed'),
      now.changes.map(change => changeLine(change, view)),
    ),
    ...section(style.bold('Other active tasks'), capped(now.others.map(taskLine), most.tasks)),
  );
  if (now.lastEventId > 0) parts.push('', style.dim(`To see later changes: --after ${now.lastEventId}`));
  return parts.join('\n');
}

function head({ task, candidates }: Now, { style }: View): string[] {
  if (task !== null) {
    const place = [task.branch, task.base].flatMap(text => (text === null ? [] : [oneLine(text)])).join(' → ');
    const state = `${task.status.replaceAll('_', ' ')}${task.light ? ', light' : ''}`;
    return [
      `${style.cyan(task.ref)}  ${style.bold(oneLine(task.objective))}`,
      style.dim([state, place, task.workItem ?? ''].filter(text => text !== '').join(' · ')),
      ...(task.focus === null ? [] : [`now: ${oneLine(task.focus)}`]),
    ];
  }
  if (candidates.length === 0) {
    return ['No active task here. Start one: stateroom task start "Limit the rate of logins"'];
  }
  const lines = capped(candidates.map(taskLine), most.tasks);
  return ['Several tasks match. Specify one with --task:', ...lines.map(line => `  ${line}`)];
}

function belongings({ plan, slices, actions, blockers }: Now, { style }: View): string[] {
  const pending = actions.rows.filter(({ status }) => status === 'pending');
  const ended = actions.rows.filter(({ status }) => status !== 'pending');
  const { open, committed, closed } = slices;
  return [
    ...section(
      style.bold('Blockers'),
      blockers.map(({ ref, description }) => `${style.cyan(ref)} ${oneLine(description)}`),
    ),
    ...section(
      style.bold(actions.pending > pending.length ? `Next, ${pending.length} of ${actions.pending}` : 'Next'),
      [
        ...pending.map(({ ref, action }) => `${style.cyan(ref)} ${oneLine(action)}`),
        ...ended.map(({ ref, action, status }) => style.dim(`${ref} ${oneLine(action)} (${status})`)),
      ],
    ),
    ...(plan === null ? [] : planLines(plan, style)),
    ...section(
      `${style.bold('Slices')}  ${open} open, ${committed} committed, ${closed} closed`,
      capped(
        slices.rows.map(({ ref, title, status }) => `${style.cyan(ref)} ${oneLine(title)} ${style.dim(status)}`),
        most.slices,
      ),
    ),
  ];
}

function planLines({ plan, exists, items, ticked }: NonNullable<Now['plan']>, style: View['style']): string[] {
  const state = !exists ? 'not in this worktree' : plan.stale === true ? 'edited since it was accepted' : plan.status;
  const progress = exists ? `, ${ticked} of ${items.length} ticked` : '';
  const boxes = items.filter(({ checked }) => !checked).map(({ id, text }) => `${oneLine(text)} ${style.dim(id)}`);
  return [
    '',
    `${style.bold('Plan')}  ${oneLine(plan.path)} (${state}${progress})`,
    ...indented(capped(boxes, most.boxes)),
  ];
}

function changeLine({ type, outcome, count, refs, actor, text, at }: RecentChange, view: View): string {
  const what = `${oneLine(type.replaceAll('_', ' '))}${outcome === null ? '' : ` (${oneLine(outcome)})`}`;
  const shown = refs.slice(0, most.refs).map(oneLine).join(', ');
  const about = `${shown}${count > Math.min(refs.length, most.refs) && count > 1 ? ` and more, ${count} in all` : ''}`;
  const words = text === null ? '' : `: ${oneLine(text)}`;
  const by = actor === null ? '' : `by ${oneLine(actor)}, `;
  return `${[what, about].filter(part => part !== '').join(' ')}${words} ${view.style.dim(`(${by}${when(at, view)})`)}`;
}

function taskLine({ ref, objective, status }: Task): string {
  return `${ref} ${oneLine(objective)} (${status.replaceAll('_', ' ')})`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...indented(lines)];
}

function indented(lines: readonly string[]): string[] {
  return lines.map(line => `  ${line}`);
}

function capped(lines: readonly string[], limit: number): readonly string[] {
  return lines.length <= limit ? lines : [...lines.slice(0, limit), `and ${lines.length - limit} more`];
}
