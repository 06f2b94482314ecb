import { l10n } from 'vscode';
import { findingSeverities } from '../../../domain/finding/findingSeverity.js';
import { capitalised } from '../../../domain/text/capitalised.js';
import { failingWords, severityLooks } from '../../../present/severity.js';
import { type SeverityTexts, severityTextKey } from '../../../protocol/dashboardText.js';
import { translate } from '../support/translate.js';

export function severityTexts(): SeverityTexts {
  const names = findingSeverities.map(severity => [
    severityTextKey(severity),
    capitalised(severityLooks[severity].word(translate)),
  ]);
  return { names: Object.fromEntries(names), failing: failingWords(l10n.t('or'), translate) };
}
