import type { Plan } from '../../../domain/plan/plan.js';
import type { PlanCursor } from '../../../domain/plan/planCursor.js';
import { say } from '../../../messages/say.js';
import type { planOperations } from '../../../operations/plan/planOperations.generated.js';
import { pageText } from './pageText.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, listText, timeColumn } from './table.js';
import { oneLine } from './text.js';
import { count, type View } from './view.js';

export const texts: TextsOf<typeof planOperations> = {
  planRegister: ({ plan, created }) => {
    const of = plan.task === null ? '' : ` as the plan of ${plan.task}`;
    return created ? `Registered ${oneLine(plan.path)}${of}.` : `${oneLine(plan.path)} is registered${of}.`;
  },
  planAnalyse: analysisText,
  planAccept: ({ plan }) => `${oneLine(plan.path)} is accepted after ${plan.reviewRun ?? 'a review'}.`,
  planAttest: ({ plan }) => {
    const last = plan.attestations.at(-1);
    return `${oneLine(last?.by ?? '')} attests ${oneLine(last?.item ?? '')} of ${oneLine(plan.path)}. To tick it: stateroom plan sync --apply`;
  },
  planSync: syncText,
  planList: (answer, view) =>
    listText(planColumns, answer.plans, view, 'No plans. Register one: stateroom plan register <path>', answer),
  planShow: showText,
  planDispatch: cursorLine,
  planMove: cursorLine,
  planCursors: (answer, view) =>
    listText(
      cursorColumns,
      answer.cursors,
      view,
      'No plan items have been dispatched. Dispatch one: stateroom plan dispatch <item>',
      answer,
    ),
};

function analysisText(
  { plan, analysis }: Pick<Answer<typeof planOperations.planAnalyse>, 'plan' | 'analysis'>,
  view: View,
): string {
  const { objective, items, ticked, acceptance, tests, openQuestions, problems } = analysis;
  const list = (lines: readonly string[]) => ({ list: lines.map(oneLine) });
  return pageText(
    {
      ref: oneLine(plan.path),
      title: oneLine(plan.title),
      fields: [
        ['objective', oneLine(objective ?? '')],
        ['boxes', `${ticked} of ${items} ticked`],
        ['acceptance', list(acceptance)],
        ['tests', list(tests)],
        ['open questions', list(openQuestions)],
        ['missing', problems.length === 0 ? view.style.green('nothing') : list(problems.map(({ text }) => say(text)))],
      ],
    },
    view,
  );
}

function syncText(
  { plan, applied, ticks, unproven, open }: Answer<typeof planOperations.planSync>,
  { style }: View,
): string {
  const path = oneLine(plan.path);
  const lines =
    ticks.length === 0
      ? [`Nothing to tick in ${path}.`]
      : [
          `${applied ? 'Ticked' : 'Would tick'} ${count(ticks.length, 'box', 'boxes')} of ${path}:`,
          ...ticks.map(tick => `  ${style.green('✓')} ${oneLine(tick.text)}  ${style.dim(oneLine(tick.by))}`),
          ...(applied ? [] : ['To tick them: stateroom plan sync --apply']),
        ];
  const box = (one: { text: string; line: number }) => `  ${oneLine(one.text)}  ${style.dim(`line ${one.line}`)}`;
  if (unproven.length > 0) lines.push(style.yellow('Ticked without evidence:'), ...unproven.map(box));
  if (open.length > 0) lines.push(style.dim('Open:'), ...open.map(box));
  return lines.join('\n');
}

const planColumns: readonly Column<Answer<typeof planOperations.planList>['plans'][number]>[] = [
  { title: 'plan', text: plan => plan.path, minimum: 20, paint: 'cyan' },
  { title: 'status', text: statusWord, paint: plan => (plan.stale === true ? 'yellow' : undefined) },
  { title: 'task', text: plan => plan.task },
  { title: 'title', text: plan => plan.title, minimum: 16 },
  timeColumn(plan => plan.updatedAt),
];

function showText(
  { plan, exists, items, due, unproven, gaps }: Answer<typeof planOperations.planShow>,
  view: View,
): string {
  const { style } = view;
  const lines = [
    `${style.bold(oneLine(plan.title))}  ${style.dim(oneLine(plan.path))}`,
    `${statusWord(plan)}${plan.task === null ? '' : `, ${plan.task}`}${exists ? '' : ', not in this worktree'}`,
  ];
  let heading: string | null = null;
  for (const item of items) {
    if (item.heading !== heading) lines.push(style.dim(oneLine(item.heading ?? '')));
    heading = item.heading;
    const note = due.includes(item.id) ? 'has evidence, not ticked' : unproven.includes(item.id) ? 'no evidence' : '';
    const mark = item.checked ? 'x' : ' ';
    lines.push(
      `  [${mark}] ${oneLine(item.text)}  ${style.dim(item.id)}${note === '' ? '' : `  ${style.yellow(note)}`}`,
    );
  }
  if (exists && items.length === 0) lines.push('The plan has no checkboxes.');
  if (gaps !== undefined) lines.push('', analysisText({ plan, analysis: gaps }, view));
  return lines.join('\n');
}

const cursorColumns: readonly Column<PlanCursor>[] = [
  { title: 'item', text: cursor => cursor.item, minimum: 16, paint: 'cyan' },
  { title: 'state', text: cursor => cursor.state },
  { title: 'lane', text: cursor => cursor.lane, minimum: 8 },
  { title: 'summary', text: cursor => cursor.summary, minimum: 16 },
  { title: 'revision', text: cursor => String(cursor.revision), alignRight: true },
  timeColumn(cursor => cursor.updatedAt),
];

function cursorLine({ cursor: { item, state, task, revision } }: { readonly cursor: PlanCursor }): string {
  return `${oneLine(item)} of ${task} is ${state} (revision ${revision}).`;
}

function statusWord({ status, stale }: Pick<Plan, 'status' | 'stale'>): string {
  return stale === true ? `${status}, edited since` : status;
}
