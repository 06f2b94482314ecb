import { say } from '../../../messages/say.js';
import type { repositoryOperations } from '../../../operations/repository/repositoryOperations.generated.js';
import { contextText } from '../../../present/contextText.js';
import { boardText } from './boardText.js';
import { doctorText } from './doctorText.js';
import { nowText } from './nowText.js';
import { needText, progressColumns } from './openWorkText.js';
import { addOne, workItemColumns } from './queueText.js';
import type { Answer, TextsOf } from './resultText.js';
import { searchText } from './searchText.js';
import { table } from './table.js';
import { oneLine } from './text.js';
import { trendText } from './trendText.js';
import { type View, words } from './view.js';

export const texts: TextsOf<typeof repositoryOperations> = {
  repositoryInit: ({ created, location }) =>
    created ? `Created the store in ${location}.` : `The store already exists in ${location}.`,
  repositoryNow: nowText,
  repositoryStatus: statusText,
  repositoryDashboard: report => contextText(report),
  repositoryBoard: boardText,
  repositoryTrends: trendText,
  repositorySearch: searchText,
  repositoryDoctor: doctorText,
};

function statusText(status: Answer<typeof repositoryOperations.repositoryStatus>, view: View): string {
  const { dim, red, bold } = view.style;
  const { health, counts, totals, needs, inProgress, next } = status;
  const isFine = health.state === 'ready' || health.state === 'absent';
  const parts = [
    `${dim('store')}  ${isFine ? health.state : red(health.state)}  ${dim(health.location)}`,
    ...[health.reason, health.hint].flatMap(text => (text === undefined ? [] : [`       ${oneLine(say(text))}`])),
  ];
  if (counts !== null && totals !== null) {
    const { ready, blocked, scheduled, done } = counts;
    parts.push(
      `${dim('work')}   ${totals.needsYou} ${totals.needsYou === 1 ? 'needs' : 'need'} you · ${totals.inProgress} in progress`,
      `${dim('queue')}  ${Object.entries({ ready, blocked, scheduled, done })
        .map(([section, number]) => `${number} ${words(section)}`)
        .join(' · ')}`,
    );
    const isEmpty = Object.values({ ...counts, ...totals }).every(number => number === 0);
    if (isEmpty) parts.push('', `No work items yet. ${addOne}`);
  }
  const heading = (title: string, shown: number, total = shown) =>
    ['', bold(title), ...(total > shown ? [dim(`the first ${shown} of ${total}`)] : [])] as const;
  if (needs.length > 0) {
    const texts = needs.map(need => needText(need, view)).join('\n\n');
    parts.push(...heading('Needs you', needs.length, totals?.needsYou), texts);
  }
  if (inProgress.length > 0) {
    parts.push(
      ...heading('In progress', inProgress.length, totals?.inProgress),
      table(progressColumns, inProgress, view),
    );
  }
  if (next !== null) parts.push(...heading('Next', 1), table(workItemColumns, [next], view));
  return parts.join('\n');
}
