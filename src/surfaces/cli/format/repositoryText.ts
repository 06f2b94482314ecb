import { say } from '../../../messages/say.js';
import type { repositoryOperations } from '../../../operations/repository/repositoryOperations.js';
import { contextText } from '../../../reports/contextText.js';
import { nowText } from './nowText.js';
import { addOne, workItemColumns } from './queueText.js';
import type { Answer, TextsOf } from './resultText.js';
import { table } from './table.js';
import { oneLine } from './text.js';
import { trendText } from './trendText.js';
import { type View, words } from './view.js';

/** What operations on the repository say to a person. */
export const texts: TextsOf<typeof repositoryOperations> = {
  repositoryInit: ({ created, location }) =>
    created ? `Created the store in ${location}.` : `The store already exists in ${location}.`,
  repositoryNow: nowText,
  repositoryStatus: statusText,
  repositoryDashboard: report => contextText(report),
  repositoryTrends: trendText,
};

function statusText(status: Answer<typeof repositoryOperations.repositoryStatus>, view: View): string {
  const { dim, red, bold } = view.style;
  const { health, counts, needsYou, inFlight, next } = status;
  const isFine = health.state === 'ready' || health.state === 'absent';
  const parts = [
    `${dim('store')}  ${isFine ? health.state : red(health.state)}  ${dim(health.location)}`,
    ...[health.reason, health.hint].flatMap(text => (text === undefined ? [] : [`       ${oneLine(say(text))}`])),
  ];
  if (counts !== null) {
    parts.push(
      `${dim('queue')}  ${Object.entries(counts)
        .map(([section, number]) => `${number} ${words(section)}`)
        .join(' · ')}`,
    );
    if (Object.values(counts).every(number => number === 0)) parts.push('', `No work items yet. ${addOne}`);
  }
  const lists = { 'Needs you': needsYou, 'In flight': inFlight, Next: next === null ? [] : [next] };
  for (const [title, items] of Object.entries(lists)) {
    if (items.length > 0) parts.push('', bold(title), table(workItemColumns, items, view));
  }
  return parts.join('\n');
}
