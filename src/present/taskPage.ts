import type { z } from 'zod';
import { sumOfSeverities } from '../domain/finding/findingSeverity.js';
import { listedFacts, listedNames } from '../domain/records.js';
import { shownText } from '../domain/session/openRecords.js';
import type { taskShow } from '../operations/task/taskShow.js';
import { decisionPart } from './decisionPart.js';
import { inLanguage } from './inLanguage.js';
import { type Field, optional, type Page, type Pen } from './page.js';
import { severityCounts } from './severity.js';
import { sliceStatusLooks, taskStatusLooks } from './status.js';

export type ShownTask = z.output<(typeof taskShow)['output']>;

export function taskPage(shown: ShownTask, pen: Pen): Page {
  const { task, workItems, slices, decisions, openFindings } = shown;
  const { t, text, code, time } = pen;
  return {
    ref: task.ref,
    title: text(task.objective),
    fields: [
      [t('Status'), status(task, pen)],
      [t('Focus'), optional(task.focus, text)],
      [t('Branch'), optional(task.branch, text)],
      [t('Target branch'), optional(task.base, text)],
      [t('Worktree'), optional(task.workTree, code)],
      [t('Plan'), optional(task.plan, code)],
      [t('Work item'), workItems.length === 0 ? null : workItems.join(', ')],
      [t('Open findings'), sumOfSeverities(openFindings) === 0 ? t('none') : severityCounts(openFindings, t)],
      [t('Started'), t('{0} by {1}', time(task.createdAt), text(task.createdBy))],
      [t('Finished'), optional(task.finishedAt, time)],
      [t('Archived'), optional(task.archivedAt, time)],
      [t('Note'), { prose: task.archiveNote }],
      ...listedNames.map(
        (name): Field => [
          inLanguage(t, listedFacts(name).names.many),
          { list: shown[name].map(row => `${row.ref} ${text(shownText(name, row))}`) },
        ],
      ),
      [
        t('Slices'),
        {
          list: slices.map(
            ({ ref, title, status: state }) => `${ref} ${text(title)} — ${sliceStatusLooks[state].word(t)}`,
          ),
        },
      ],
    ],
    parts: decisions.map(one => decisionPart(one, pen)),
  };
}

function status({ status: state, light }: ShownTask['task'], { t }: Pen): string {
  const word = taskStatusLooks[state].word(t);
  return light ? t('{0}, light', word) : word;
}
