import { l10n, QuickPickItemKind } from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';
import { textsOf } from '../../../present/eventSentence.js';
import type { DashboardNumber } from '../../../protocol/dashboardTrend.js';
import type { TrendRows } from '../../../reports/trendRows.js';
import { exactLocalTime } from '../support/localTime.js';
import { asLabel } from '../support/plainText.js';
import type { Choice, ChoiceRow } from '../support/prompt.js';
import { translate } from '../support/translate.js';

const maxLength = 300;

/** Choices for the rows behind a number of the trends: title, event and time. `value` is the record to open. */
export function trendChoices({ total, rows }: TrendRows): ChoiceRow<string | null>[] {
  const choices = rows.map(({ ref, title, at, actor, type, minutes }): Choice<string | null> => {
    const happened = type === null ? ref : eventWord(type, ref);
    const facts = [
      ...(title === null ? [] : [happened]),
      ...(minutes === null ? [] : [l10n.t('{0} min', minutes)]),
      actor,
      exactLocalTime(at),
    ].filter(fact => fact !== null);
    return {
      label: asLabel(shortened(title ?? happened ?? '', maxLength)),
      description: asLabel(facts.map(fact => shortened(fact, maxLength)).join(' · ')),
      value: ref,
    };
  });
  const rest = total - rows.length;
  return rest > 0
    ? [...choices, { label: l10n.t('… and {0} more', rest), kind: QuickPickItemKind.Separator }]
    : choices;
}

/** Short words for an event, such as `W-12 added`; for an event without its own words, those of its type. */
function eventWord(type: string, ref: string | null): string {
  const change = ref === null ? undefined : textsOf(type)?.change;
  if (change !== undefined && ref !== null) return change.say(ref, translate, null, null);
  const words = oneLine(type.replaceAll('_', ' '));
  return ref === null ? words : `${ref} ${words}`;
}

export function trendRowsTitle(number: DashboardNumber): string {
  switch (number.of) {
    case 'created':
      return l10n.t('Created on {0}', number.date);
    case 'resolved':
      return l10n.t('Closed on {0}', number.date);
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
