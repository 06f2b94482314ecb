import { l10n } from 'vscode';
import type { ReviewVerdict } from '../../../../domain/review/reviewVerdict.js';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { verdictLooks } from '../../../../present/status.js';
import { askChoice, askInSteps, type Choice } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import type { OperationFlow } from './flow.js';

const verdictKey = 'review.record.verdict';

/** Record a verdict: which, the last one first; a pass alone counts for the gates. */
export const recordVerdictFlow: OperationFlow = async flow => {
  const steps = flow.fieldSteps('verdict', at =>
    askChoice<string>({
      ...at,
      title: flow.title,
      placeholder: l10n.t('Select a verdict'),
      rows: flow.memory.lastFirst(verdictKey, verdictRows()),
    }),
  );
  if (!(await askInSteps(steps))) return undefined;
  if (steps.length > 0) await flow.memory.remember(verdictKey, String(flow.input.verdict));
  return flow.result();
};

function verdictRows(): (Choice<string> & { readonly value: ReviewVerdict })[] {
  return (Object.keys(verdictLooks) as ReviewVerdict[]).map(value => {
    const { icon, word, detail } = verdictLooks[value];
    return { value, label: `$(${icon}) ${capitalised(word(translate))}`, detail: detail(translate) };
  });
}
