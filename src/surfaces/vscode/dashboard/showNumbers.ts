import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, RefusalError } from '../../../domain/refusal/refusal.js';
import type { WorkItemSection } from '../../../domain/workItem/workItem.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { repositoryTrendRows } from '../../../operations/repository/repositoryTrendRows.js';
import { taskList } from '../../../operations/task/taskList.js';
import type { DashboardNumber } from '../../../protocol/dashboardTrend.js';
import { longestList } from '../../../records/task/taskFields.js';
import { inlineMarkdown } from '../details/inlineMarkdown.js';
import { trendRowsPage, trendRowsTitle } from '../details/trendRowsPage.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Room } from '../room.js';
import { taskStatusWord } from '../views/now/taskRows.js';
import type { DashboardAsked } from './dashboardFeed.js';
import { trendInput } from './readDashboard.js';

/** Opens what a number of a chart counts as a page. Throws what is refused. */
export async function showTrendRows(
  room: Room,
  number: DashboardNumber,
  { utcOffsetMinutes, filter }: DashboardAsked,
  pages: Pick<WorkItemPages, 'showText'>,
): Promise<void> {
  const { actor, ...rest } = trendInput(filter);
  const answer = await room.invoke(repositoryTrendRows, {
    utcOffsetMinutes,
    ...rest,
    ...(actor === undefined ? {} : { actor }),
    ...number,
  });
  if (isRefusal(answer)) throw new RefusalError(answer);
  const title = trendRowsTitle(number);
  await pages.showText(room, `${title}.md`, trendRowsPage(title, answer));
}

/** Opens all live tasks as a page, each with what it is at. Throws what is refused. */
export async function showTasks(room: Room, pages: Pick<WorkItemPages, 'showText'>): Promise<void> {
  const answer = await room.invoke(taskList, { live: true, limit: longestList });
  if (isRefusal(answer)) throw new RefusalError(answer);
  const title = l10n.t('Live tasks');
  const rows = answer.tasks.map(
    ({ ref, objective, status }) => `- ${ref} · ${inlineMarkdown(objective)} · ${taskStatusWord(status)}`,
  );
  const rest = answer.truncated ? [l10n.t('There are more: these {0} were changed last.', rows.length), ''] : [];
  await pages.showText(room, `${title}.md`, [`# ${title}`, '', ...rows, '', ...rest].join('\n'));
}

/** Shows the first work item of a section in the Queue view; of an empty one the view. */
export async function showSection(room: Room, section: WorkItemSection): Promise<void> {
  const page = await room.invoke(queueList, { section, limit: 1 });
  if (isRefusal(page)) throw new RefusalError(page);
  const [first] = page.items;
  if (first === undefined) await vscode.commands.executeCommand('stateroom.queue.focus');
  else await vscode.commands.executeCommand('stateroom.queue.reveal', first.ref);
}
