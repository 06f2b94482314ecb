import type { z } from 'zod';
import type { Plan } from '../../../domain/plan/plan.js';
import type { PlanCursor } from '../../../domain/plan/planCursor.js';
import { say } from '../../../messages/say.js';
import { planAccept } from '../../../operations/plan/planAccept.js';
import { planAnalyse } from '../../../operations/plan/planAnalyse.js';
import { planAttest } from '../../../operations/plan/planAttest.js';
import { planCursors } from '../../../operations/plan/planCursors.js';
import { planDispatch } from '../../../operations/plan/planDispatch.js';
import { planList } from '../../../operations/plan/planList.js';
import { planMove } from '../../../operations/plan/planMove.js';
import { planRegister } from '../../../operations/plan/planRegister.js';
import { planShow } from '../../../operations/plan/planShow.js';
import { planSync } from '../../../operations/plan/planSync.js';
import { type Column, table } from './table.js';
import { oneLine } from './text.js';
import { moreText, type View, when } from './view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on plans say to a person; by the operation's name. */
export const planTexts = {
  [planRegister.name]: ({ plan, created }: Answer<typeof planRegister>) => {
    const of = plan.task === null ? '' : ` as the plan of ${plan.task}`;
    return created ? `Registered ${oneLine(plan.path)}${of}.` : `${oneLine(plan.path)} is registered${of}.`;
  },
  [planAnalyse.name]: analysisText,
  [planAccept.name]: ({ plan }: Answer<typeof planAttest>) =>
    `${oneLine(plan.path)} is accepted after ${plan.reviewRun ?? 'a review'}.`,
  [planAttest.name]: ({ plan }: Answer<typeof planAttest>) => {
    const last = plan.attestations.at(-1);
    return `${oneLine(last?.by ?? '')} attests ${oneLine(last?.item ?? '')} of ${oneLine(plan.path)}. To tick it: stateroom plan sync --apply`;
  },
  [planSync.name]: syncText,
  [planList.name]: listText,
  [planShow.name]: showText,
  [planDispatch.name]: ({ cursor }: Answer<typeof planDispatch>) => cursorLine(cursor),
  [planMove.name]: ({ cursor }: Answer<typeof planDispatch>) => cursorLine(cursor),
  [planCursors.name]: cursorsText,
} as const;

function analysisText({ plan, analysis }: Answer<typeof planAnalyse>, { style }: View): string {
  const { objective, items, ticked, acceptance, tests, openQuestions, problems } = analysis;
  const list = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style.dim(name), ...lines.map(line => `  ${oneLine(line)}`)];
  return [
    `${style.bold(oneLine(plan.title))}  ${style.dim(oneLine(plan.path))}`,
    ...(objective === null ? [] : [oneLine(objective)]),
    `${ticked} of ${items} boxes ticked`,
    ...list('acceptance', acceptance),
    ...list('tests', tests),
    ...list('open questions', openQuestions),
    ...(problems.length === 0 ? [style.green('Nothing is missing.')] : []),
    ...list(
      'missing',
      problems.map(problem => say(problem.text)),
    ),
  ].join('\n');
}

function syncText({ plan, applied, ticks, unproven, open }: Answer<typeof planSync>, { style }: View): string {
  const path = oneLine(plan.path);
  const verb = applied ? 'Ticked' : 'Would tick';
  const lines =
    ticks.length === 0
      ? [`Nothing to tick in ${path}.`]
      : [
          `${verb} ${ticks.length === 1 ? '1 box' : `${ticks.length} boxes`} of ${path}:`,
          ...ticks.map(tick => `  ${style.green('✓')} ${oneLine(tick.text)}  ${style.dim(oneLine(tick.by))}`),
          ...(applied ? [] : ['To tick them: stateroom plan sync --apply']),
        ];
  const box = (one: { text: string; line: number }) => `  ${oneLine(one.text)}  ${style.dim(`line ${one.line}`)}`;
  if (unproven.length > 0) lines.push(style.yellow('Ticked without evidence:'), ...unproven.map(box));
  if (open.length > 0) lines.push(style.dim('Open:'), ...open.map(box));
  return lines.join('\n');
}

function listText({ plans, nextCursor }: Answer<typeof planList>, view: View): string {
  if (plans.length === 0) return 'No plans. Register one: stateroom plan register <path>';
  const { style } = view;
  const columns: Column<(typeof plans)[number]>[] = [
    { title: 'plan', text: plan => oneLine(plan.path), minimum: 20, paint: text => style.cyan(text) },
    { title: 'status', text: statusWord, paint: (text, plan) => (plan.stale === true ? style.yellow(text) : text) },
    { title: 'task', text: plan => plan.task ?? '' },
    { title: 'title', text: plan => oneLine(plan.title), minimum: 16 },
    { title: '', text: plan => when(plan.updatedAt, view), paint: text => style.dim(text) },
  ];
  return `${table(columns, plans, { width: view.width, head: text => style.dim(text) })}${moreText(nextCursor, view)}`;
}

function showText({ plan, exists, items, due, unproven }: Answer<typeof planShow>, { style }: View): string {
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
  return lines.join('\n');
}

function cursorsText({ cursors, total }: Answer<typeof planCursors>, view: View): string {
  if (cursors.length === 0) return 'No plan items have been dispatched. Dispatch one: stateroom plan dispatch <item>';
  const { style } = view;
  const columns: Column<PlanCursor>[] = [
    { title: 'item', text: cursor => oneLine(cursor.item), minimum: 16, paint: text => style.cyan(text) },
    { title: 'state', text: cursor => cursor.state },
    { title: 'lane', text: cursor => oneLine(cursor.lane ?? ''), minimum: 8 },
    { title: 'summary', text: cursor => oneLine(cursor.summary ?? ''), minimum: 16 },
    { title: 'revision', text: cursor => String(cursor.revision), alignRight: true },
    { title: '', text: cursor => when(cursor.updatedAt, view), paint: text => style.dim(text) },
  ];
  const more = total > cursors.length ? `\n${style.dim(`${total - cursors.length} more: --limit ${total}`)}` : '';
  return `${table(columns, cursors, { width: view.width, head: text => style.dim(text) })}${more}`;
}

function cursorLine({ item, state, task, revision }: PlanCursor): string {
  return `${oneLine(item)} of ${task} is ${state} (revision ${revision}).`;
}

function statusWord({ status, stale }: Pick<Plan, 'status' | 'stale'>): string {
  return stale === true ? `${status}, edited since` : status;
}
