import { type ContextWriting, contextSections } from './contextSections.js';
import type { DashboardReport } from './dashboardReport.js';
import { plainMarkup } from './markup.js';
import { english } from './translate.js';

const plain: ContextWriting = { markup: plainMarkup, translate: english };

/** All that there is to say of the queue, the active tasks and the lanes, as one text. The first paragraph is the whole of it in short. */
export function contextText(report: DashboardReport, writing: ContextWriting = plain): string {
  const { queue, needsYou, working, upNext, stuck, tasks, lanes } = contextSections(report, writing);
  const lists = [needsYou, lanes, working, upNext, stuck, tasks].filter(list => list !== undefined);
  return [queue.lines, ...lists.map(({ heading, lines }) => [`${heading}:`, ...lines])]
    .map(lines => lines.join('\n'))
    .join('\n\n');
}
