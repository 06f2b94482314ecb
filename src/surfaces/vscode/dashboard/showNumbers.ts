import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import type { WorkItemSection } from '../../../domain/workItem/workItem.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { repositoryTrendRows } from '../../../operations/repository/repositoryTrendRows.js';
import { taskList } from '../../../operations/task/taskList.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import { taskStatusLooks } from '../../../present/status.js';
import type { DashboardNumber } from '../../../protocol/dashboardTrend.js';
import { maxListLength } from '../../../records/task/taskFields.js';
import { trendRowsPage, trendRowsTitle } from '../details/trendRowsPage.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Repository } from '../repository.js';
import { translate } from '../support/translate.js';
import type { DashboardRequest } from './dashboardFeed.js';
import { trendInput } from './readDashboard.js';

/** Opens what a number of a chart counts as a page. Throws what is refused. */
export async function showTrendRows(
  repository: Repository,
  number: DashboardNumber,
  { utcOffsetMinutes, filter }: DashboardRequest,
  pages: Pick<WorkItemPages, 'showText'>,
): Promise<void> {
  const answer = unlessRefused(
    await repository.invoke(repositoryTrendRows, { utcOffsetMinutes, ...trendInput(filter), ...number }),
  );
  const title = trendRowsTitle(number);
  await pages.showText(repository, `${title}.md`, trendRowsPage(title, answer));
}

/** Opens all active tasks as a page, each with its state. Throws refusals. */
export async function showTasks(repository: Repository, pages: Pick<WorkItemPages, 'showText'>): Promise<void> {
  const answer = unlessRefused(await repository.invoke(taskList, { live: true, limit: maxListLength }));
  const title = l10n.t('Active tasks');
  const rows = answer.tasks.map(
    ({ ref, objective, status }) =>
      `- ${ref} · ${inlineMarkdown(objective)} · ${taskStatusLooks[status].word(translate)}`,
  );
  const rest = answer.truncated
    ? [l10n.t('Showing the {0} most recently changed; there are more.', rows.length), '']
    : [];
  await pages.showText(repository, `${title}.md`, [`# ${title}`, '', ...rows, '', ...rest].join('\n'));
}

/** Shows the first work item of a section in the Queue view, of an empty one the view; what needs a person in its own. */
export async function showSection(repository: Repository, section: WorkItemSection): Promise<void> {
  if (section === 'needs_you') return void (await vscode.commands.executeCommand('stateroom.needsYou.focus'));
  const [first] = unlessRefused(await repository.invoke(queueList, { section, limit: 1 })).items;
  if (first === undefined) await vscode.commands.executeCommand('stateroom.queue.focus');
  else await vscode.commands.executeCommand('stateroom.queue.reveal', first.ref);
}
