import { l10n } from 'vscode';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import type { WorkItemSection } from '../../../domain/workItem/workItem.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { repositoryTrendRows } from '../../../operations/repository/repositoryTrendRows.js';
import type { DashboardNumber } from '../../../protocol/dashboardTrend.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { QueueCommands } from '../commands/queueCommands.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Repository } from '../repository.js';
import { focusView } from '../support/focusView.js';
import { askChoice, type ChoiceRow } from '../support/prompt.js';
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
