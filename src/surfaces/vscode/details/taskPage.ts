import { l10n } from 'vscode';
import type { z } from 'zod';
import { sumOfSeverities } from '../../../domain/finding/findingSeverity.js';
import type { taskShow } from '../../../operations/task/taskShow.js';
import { severityCounts } from '../../../present/severity.js';
import { exactLocalTime } from '../support/localTime.js';
import { translate } from '../support/translate.js';
import { taskStatusWord } from '../views/now/taskRows.js';
import { sliceStatusWord } from '../views/now/workRows.js';
import { codeSpan } from './codeSpan.js';
import { decisionPart } from './decisionPart.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { factList, titledList } from './pageParts.js';

export type ShownTask = z.output<(typeof taskShow)['output']>;

/** The page of a task, as Markdown that reads well unrendered; what agents wrote is never taken for Markdown. */
export function taskPage({ task, blockers, nextActions, slices, decisions, openFindings }: ShownTask): string {
  const parts = [
    `# ${task.ref} ${inlineMarkdown(task.objective)}`,
    factList([
      [l10n.t('Status'), status(task)],
      [l10n.t('Focus'), task.focus === null ? null : inlineMarkdown(task.focus)],
      [l10n.t('Branch'), task.branch === null ? null : inlineMarkdown(task.branch)],
      [l10n.t('Goes into'), task.base === null ? null : inlineMarkdown(task.base)],
      [l10n.t('Work tree'), task.workTree === null ? null : codeSpan(task.workTree)],
      [l10n.t('Plan'), task.plan === null ? null : codeSpan(task.plan)],
      [l10n.t('Work item'), task.workItem],
      [l10n.t('Open findings'), findings(openFindings)],
      [l10n.t('Started'), l10n.t('{0} by {1}', exactLocalTime(task.createdAt), inlineMarkdown(task.createdBy))],
      [l10n.t('Finished'), task.finishedAt === null ? null : exactLocalTime(task.finishedAt)],
    ]),
    titledList(
      l10n.t('Blockers'),
      blockers.map(({ ref, description }) => `${ref} ${inlineMarkdown(description)}`),
    ),
    titledList(
      l10n.t('Next actions'),
      nextActions.map(({ ref, action }) => `${ref} ${inlineMarkdown(action)}`),
    ),
    titledList(
      l10n.t('Slices'),
      slices.map(({ ref, title, status: state }) => `${ref} ${inlineMarkdown(title)} — ${sliceStatusWord(state)}`),
    ),
    ...decisions.map(decisionPart),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function status({ status: state, light }: ShownTask['task']): string {
  return light ? l10n.t('{0}, light', taskStatusWord(state)) : taskStatusWord(state);
}

function findings(open: ShownTask['openFindings']): string {
  return sumOfSeverities(open) === 0 ? l10n.t('none') : severityCounts(open, translate);
}
