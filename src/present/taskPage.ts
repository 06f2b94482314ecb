import type { z } from 'zod';
import { sumOfSeverities } from '../domain/finding/findingSeverity.js';
import type { taskShow } from '../operations/task/taskShow.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import { decisionPart } from './decisionPart.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { factList, titledList } from './pageParts.js';
import { severityCounts } from './severity.js';
import { taskStatusWord } from './taskRows.js';
import { sliceStatusWord } from './workRows.js';
import type { WriteTime } from './writeTime.js';

export type ShownTask = z.output<(typeof taskShow)['output']>;

/** The page of a task, as Markdown that reads well unrendered; what agents wrote is never taken for Markdown. */
export function taskPage(
  { task, blockers, nextActions, slices, decisions, openFindings }: ShownTask,
  t: Translate,
  time: WriteTime,
): string {
  const parts = [
    `# ${task.ref} ${inlineMarkdown(task.objective)}`,
    factList([
      [t('Status'), status(task, t)],
      [t('Focus'), task.focus === null ? null : inlineMarkdown(task.focus)],
      [t('Branch'), task.branch === null ? null : inlineMarkdown(task.branch)],
      [t('Target branch'), task.base === null ? null : inlineMarkdown(task.base)],
      [t('Worktree'), task.workTree === null ? null : codeSpan(task.workTree)],
      [t('Plan'), task.plan === null ? null : codeSpan(task.plan)],
      [t('Work item'), task.workItem],
      [t('Open findings'), findings(openFindings, t)],
      [t('Started'), t('{0} by {1}', time(task.createdAt), inlineMarkdown(task.createdBy))],
      [t('Finished'), task.finishedAt === null ? null : time(task.finishedAt)],
    ]),
    titledList(
      t('Blockers'),
      blockers.map(({ ref, description }) => `${ref} ${inlineMarkdown(description)}`),
    ),
    titledList(
      t('Next actions'),
      nextActions.map(({ ref, action }) => `${ref} ${inlineMarkdown(action)}`),
    ),
    titledList(
      t('Slices'),
      slices.map(({ ref, title, status: state }) => `${ref} ${inlineMarkdown(title)} — ${sliceStatusWord(state, t)}`),
    ),
    ...decisions.map(one => decisionPart(one, t, time)),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function status({ status: state, light }: ShownTask['task'], t: Translate): string {
  return light ? t('{0}, light', taskStatusWord(state, t)) : taskStatusWord(state, t);
}

function findings(open: ShownTask['openFindings'], t: Translate): string {
  return sumOfSeverities(open) === 0 ? t('none') : severityCounts(open, t);
}
