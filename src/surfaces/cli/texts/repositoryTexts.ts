import type { z } from 'zod';
import { say } from '../../../messages/say.js';
import { repositoryDashboard } from '../../../operations/repository/repositoryDashboard.js';
import { repositoryInit } from '../../../operations/repository/repositoryInit.js';
import { repositoryNow } from '../../../operations/repository/repositoryNow.js';
import { repositoryStatus } from '../../../operations/repository/repositoryStatus.js';
import { repositoryTrends } from '../../../operations/repository/repositoryTrends.js';
import { contextText } from '../../../reports/contextText.js';
import { addOne } from '../format/answerWords.js';
import { nowText } from '../format/nowText.js';
import { oneLine } from '../format/text.js';
import { trendText } from '../format/trendText.js';
import type { View } from '../format/view.js';
import { workItemTable } from '../format/workItemText.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on the repository say to a person. */
export const repositoryTexts = {
  [repositoryInit.name]: ({ created, location }: Answer<typeof repositoryInit>) =>
    created ? `Created the store in ${location}.` : `The store already exists in ${location}.`,
  [repositoryNow.name]: nowText,
  [repositoryStatus.name]: statusText,
  [repositoryDashboard.name]: (report: Answer<typeof repositoryDashboard>) => contextText(report),
  [repositoryTrends.name]: trendText,
} as const;

function statusText(status: Answer<typeof repositoryStatus>, view: View): string {
  const { style } = view;
  const { health, counts, needsYou, inFlight, next } = status;
  const parts = [
    `${style.dim('store')}  ${health.state === 'ready' || health.state === 'absent' ? health.state : style.red(health.state)}  ${style.dim(health.location)}`,
    ...[health.reason, health.hint].flatMap(text => (text === undefined ? [] : [`       ${oneLine(say(text))}`])),
  ];
  if (counts !== null) {
    const words = Object.entries(counts).map(([section, number]) => `${number} ${section.replaceAll('_', ' ')}`);
    parts.push(`${style.dim('queue')}  ${words.join(' · ')}`);
    const total = Object.values(counts).reduce((sum, number) => sum + number, 0);
    if (total === 0) parts.push('', `No work items yet. ${addOne}`);
  }
  if (needsYou.length > 0) parts.push('', style.bold('Needs you'), workItemTable(needsYou, view));
  if (inFlight.length > 0) parts.push('', style.bold('In flight'), workItemTable(inFlight, view));
  if (next !== null) parts.push('', style.bold('Next'), workItemTable([next], view));
  return parts.join('\n');
}
