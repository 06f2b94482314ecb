import { l10n } from 'vscode';
import type { ReviewVerdict } from '../../../../domain/review/reviewVerdict.js';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { verdictLooks } from '../../../../present/status.js';
import type { Choice } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { asking, choice } from './questions.js';

/** Record a verdict: asks which, latest first; only a pass counts for the gates. */
export const recordVerdictFlow = asking(
  choice('verdict', {
    placeholder: () => l10n.t('Select a verdict'),
    rows: verdictRows,
    memory: 'review.record.verdict',
  }),
);

function verdictRows(): (Choice<string> & { readonly value: ReviewVerdict })[] {
  return (Object.keys(verdictLooks) as ReviewVerdict[]).map(value => {
    const { icon, word, detail } = verdictLooks[value];
    return { value, label: `$(${icon}) ${capitalised(word(translate))}`, detail: detail(translate) };
  });
}
