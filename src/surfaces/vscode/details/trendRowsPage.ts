import { l10n } from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';
import { textsOf } from '../../../present/eventSentence.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import type { DashboardNumber } from '../../../protocol/dashboardTrend.js';
import type { TrendRows } from '../../../reports/trendRows.js';
import { exactLocalTime } from '../support/localTime.js';
import { translate } from '../support/translate.js';

/** Longer titles are cut: this is a list. */
const maxTitleLength = 300;

/** The rows behind a number of the trends as a page of Markdown. */
export function trendRowsPage(title: string, { total, rows }: TrendRows): string {
  const lines = rows.map(({ ref, title: words, at, actor, type, minutes }) => {
    const happened = type === null ? null : eventWord(type, ref);
    const parts = [
      exactLocalTime(at),
      ...(happened === null ? (ref === null ? [] : [ref]) : [inlineMarkdown(happened)]),
      ...(words === null ? [] : [inlineMarkdown(shortened(words, maxTitleLength))]),
      ...(minutes === null ? [] : [l10n.t('{0} min', minutes)]),
      ...(actor === null ? [] : [inlineMarkdown(shortened(actor, maxTitleLength))]),
    ];
    return `- ${parts.join(' · ')}`;
  });
  const rest = total - rows.length;
  return [
    `# ${inlineMarkdown(title)}`,
    '',
    ...(lines.length === 0 ? [l10n.t('No matching entries.')] : lines),
    ...(rest > 0 ? ['', l10n.t('… and {0} more', rest)] : []),
    '',
  ].join('\n');
}

/** What happened to what, such as `W-12 added`; of an event that has no words of its own, those of its type. */
function eventWord(type: string, ref: string | null): string {
  const change = ref === null ? undefined : textsOf(type)?.change;
  if (change !== undefined && ref !== null) return change.say(ref, translate, null, null);
  const words = oneLine(type.replaceAll('_', ' '));
  return ref === null ? words : `${ref} ${words}`;
}

/** What the rows are, for the page's title and file name. */
export function trendRowsTitle(number: DashboardNumber): string {
  switch (number.of) {
    case 'created':
      return l10n.t('Created on {0}', number.date);
    case 'resolved':
      return l10n.t('Resolved on {0}', number.date);
    case 'opened':
      return l10n.t('Findings opened on {0}', number.date);
    case 'closed':
      return l10n.t('Findings closed on {0}', number.date);
    case 'reviews':
      return l10n.t('Reviews completed on {0}', number.date);
    case 'open':
      return l10n.t('Open work items by age');
    case 'openFindings':
      return l10n.t('Open findings by age');
    case 'activity':
      return l10n.t('{0} at {1}:00', shortened(oneLine(number.actor), 60), number.hour);
  }
}
