import { say } from '../messages/say.js';
import type { DashboardReport } from '../reports/dashboardReport.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { type ContextWriting, contextSections } from './contextSections.js';

const plain: ContextWriting = { markup: plainMarkup, translate: english, tell: sentence => say(sentence) };

/** Renders needs, progress and next items as one text that begins with a summary. */
export function contextText(report: DashboardReport, writing: ContextWriting = plain): string {
  const { queue, needsYou, working, upNext, stuck } = contextSections(report, writing);
  const lists = [needsYou, working, upNext, stuck].filter(list => list !== undefined);
  return [queue.lines, ...lists.map(({ heading, lines }) => [`${heading}:`, ...lines])]
    .map(lines => lines.join('\n'))
    .join('\n\n');
}
