import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import type { WorkItemSection } from '../../../domain/workItem/workItem.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { repositoryTrendRows } from '../../../operations/repository/repositoryTrendRows.js';
import { taskList } from '../../../operations/task/taskList.js';
import { taskStatusLooks } from '../../../present/status.js';
import type { DashboardNumber } from '../../../protocol/dashboardTrend.js';
import { maxListLength } from '../../../records/task/taskFields.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { QueueCommands } from '../commands/queueCommands.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Repository } from '../repository.js';
import { focusView } from '../support/focusView.js';
import { asLabel } from '../support/plainText.js';
import { askChoice, type ChoiceRow } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import type { DashboardRequest } from './dashboardFeed.js';
import { trendInput } from './readDashboard.js';
import { trendChoices, trendRowsTitle } from './trendChoices.js';

/** Lists the rows behind a number of a chart, and opens the chosen one. Throws refusals. */
export async function showTrendRows(
  repository: Repository,
  number: DashboardNumber,
  { utcOffsetMinutes, filter }: DashboardRequest,
  pages: Pick<WorkItemPages, 'show'>,
): Promise<void> {
  const input = { utcOffsetMinutes, ...trendInput(filter), ...number };
  const rows = repository.invoke(repositoryTrendRows, input).then(answer => trendChoices(unlessRefused(answer)));
  await openChoice(repository, trendRowsTitle(number), rows, pages);
}

/** Lists all active tasks with their states, and opens the chosen one. Throws refusals. */
export async function showTasks(repository: Repository, pages: Pick<WorkItemPages, 'show'>): Promise<void> {
  await openChoice(repository, l10n.t('Active tasks'), taskChoices(repository), pages);
}

/** Active tasks to choose from, last changed first. Throws refusals. */
export async function taskChoices(repository: Repository): Promise<ChoiceRow<string>[]> {
  const { tasks, truncated } = unlessRefused(await repository.invoke(taskList, { live: true, limit: maxListLength }));
  const rows = tasks.map(({ ref, objective, status }) => ({
    label: asLabel(objective),
    description: `${ref} · ${taskStatusLooks[status].word(translate)}`,
    value: ref,
  }));
  if (!truncated) return rows;
  const more = l10n.t('Showing the {0} most recently changed; there are more.', rows.length);
  return [...rows, { label: more, kind: vscode.QuickPickItemKind.Separator }];
}

async function openChoice(
  repository: Repository,
  title: string,
  rows: Promise<readonly ChoiceRow<string | null>[]>,
  pages: Pick<WorkItemPages, 'show'>,
): Promise<void> {
  const chosen = await askChoice({
    ...{ title, rows },
    placeholder: l10n.t('Select an entry to open it'),
    empty: l10n.t('No matching entries.'),
  });
  if (typeof chosen === 'string') await pages.show(repository, chosen);
}

/** Shows a section's first item in the Queue view, or just the view if it is empty; `needs_you` has its own. */
export async function showSection(
  environment: CommandEnvironment,
  repository: Repository,
  section: WorkItemSection,
): Promise<void> {
  if (section === 'needs_you') return focusView('needsYou');
  const [first] = unlessRefused(await repository.invoke(queueList, { section, limit: 1 })).items;
  if (first === undefined) await focusView('queue');
  else await new QueueCommands(environment).reveal([first.ref]);
}
