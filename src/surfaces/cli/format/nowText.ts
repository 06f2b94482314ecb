import { listedFacts } from '../../../domain/records.js';
import { shownText } from '../../../domain/session/openRecords.js';
import type { Task } from '../../../domain/task/task.js';
import { type Now, openIn } from '../../../operations/repository/repositoryNow.js';
import { changeSentence } from '../../../present/change.js';
import type { Field } from '../../../present/page.js';
import type { RecentChange } from '../../../reports/recentChanges.js';
import { english } from '../../../reports/translate.js';
import { fieldLines, pageText } from './pageText.js';
import { oneLine } from './text.js';
import { type View, when, words } from './view.js';

export const startOne = 'Start one: stateroom task start "Limit the rate of logins"';

/** Max lines per kind; `--json` has all. */
const max = { boxes: 10, slices: 10, tasks: 10 } as const;

export function nowText(now: Now, view: View): string {
  const { task, elsewhere, candidates, changes, others, lastEventId } = now;
  const { dim } = view.style;
  const rest: Field[] = [
    ['changed', { list: changes.map(change => changeLine(change, view)) }],
    ['other tasks', { list: capped(others.map(taskLine), max.tasks) }],
  ];
  const page =
    task !== null
      ? [pageText(taskPart(task, [['worked on in', elsewhere], ...belongings(now, view), ...rest]), view)]
      : [
          ...(candidates.length === 0
            ? [`No active task here. ${startOne}`]
            : [
                'Several tasks match. Specify one with --task:',
                ...capped(candidates.map(taskLine), max.tasks).map(line => `  ${line}`),
              ]),
          ...fieldLines(rest, view),
        ];
  return [...page, ...(lastEventId > 0 ? ['', dim(`To see later changes: --after ${lastEventId}`)] : [])].join('\n');
}

export function taskPart(
  task: Pick<Task, 'ref' | 'objective' | 'status' | 'light' | 'branch' | 'base' | 'workItem' | 'focus'> & {
    readonly plan?: string | null | undefined;
  },
  fields: readonly Field[],
): { readonly ref: string; readonly title: string; readonly fields: readonly Field[] } {
  const { ref, objective, status, light, branch, base, plan, workItem, focus } = task;
  return {
    ref,
    title: oneLine(objective),
    fields: [
      ['status', `${words(status)}${light ? ', light' : ''}`],
      ['branch', [branch, base].flatMap(name => (name === null ? [] : [oneLine(name)])).join(' → ')],
      ['plan', oneLine(plan ?? '')],
      ['work item', workItem],
      ['focus', oneLine(focus ?? '')],
      ...fields,
    ],
  };
}

function belongings(now: Now, { style }: View): Field[] {
  const { plan, slices, actions } = now;
  const pending = actions.rows.filter(({ status }) => status === 'pending');
  const { open, committed, closed } = slices;
  const more = actions.pending - pending.length;
  return [
    ...openIn(now).map(
      ([name, rows]): Field => [
        listedFacts(name).names.many.toLowerCase(),
        { list: rows.map(row => `${style.cyan(row.ref)} ${oneLine(shownText(name, row))}`) },
      ],
    ),
    [
      'next',
      {
        list: [
          ...pending.map(({ ref, action }) => `${style.cyan(ref)} ${oneLine(action)}`),
          ...(more > 0 ? [`and ${more} more`] : []),
          ...actions.rows
            .filter(({ status }) => status !== 'pending')
            .map(({ ref, action, status }) => style.dim(`${ref} ${oneLine(action)} (${status})`)),
        ],
      },
    ],
    ['plan', { list: plan === null ? [] : planLines(plan, style) }],
    [
      'slices',
      {
        list: [
          `${open} open, ${committed} committed, ${closed} closed`,
          ...capped(
            slices.rows.map(({ ref, title, status }) => `${style.cyan(ref)} ${oneLine(title)} ${style.dim(status)}`),
            max.slices,
          ),
        ],
      },
    ],
  ];
}

function planLines({ plan, exists, items, ticked }: NonNullable<Now['plan']>, style: View['style']): string[] {
  const state = !exists ? 'not in this worktree' : plan.stale === true ? 'edited since it was accepted' : plan.status;
  const progress = exists ? `, ${ticked} of ${items.length} ticked` : '';
  const boxes = items.filter(({ checked }) => !checked).map(({ id, text }) => `${oneLine(text)} ${style.dim(id)}`);
  return [`${oneLine(plan.path)} (${state}${progress})`, ...capped(boxes, max.boxes)];
}

function changeLine(change: RecentChange, view: View): string {
  const { actor, text, at } = change;
  const suffix = text === null ? '' : `: ${oneLine(text)}`;
  const by = actor === null ? '' : `by ${oneLine(actor)}, `;
  return `${oneLine(changeSentence(change, english))}${suffix} ${view.style.dim(`(${by}${when(at, view)})`)}`;
}

function taskLine({ ref, objective, status }: Task): string {
  return `${ref} ${oneLine(objective)} (${words(status)})`;
}

function capped(lines: readonly string[], limit: number): string[] {
  return lines.length <= limit ? [...lines] : [...lines.slice(0, limit), `and ${lines.length - limit} more`];
}
