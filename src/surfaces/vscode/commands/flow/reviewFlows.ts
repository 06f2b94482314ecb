import { l10n } from 'vscode';
import type { ReviewVerdict } from '../../../../domain/review/reviewVerdict.js';
import { askChoice, askInSteps, type Choice } from '../../support/prompt.js';
import type { OperationFlow } from './flow.js';

const verdictKey = 'review.record.verdict';

/** Record a verdict: which, the last one first; a pass alone counts for the gates. */
export const recordVerdictFlow: OperationFlow = async flow => {
  const steps = flow.fieldSteps('verdict', at =>
    askChoice<string>({
      ...at,
      title: flow.title,
      placeholder: l10n.t('What does the review say?'),
      rows: flow.memory.lastFirst(verdictKey, verdictRows()),
    }),
  );
  if (!(await askInSteps(steps))) return undefined;
  if (steps.length > 0) await flow.memory.remember(verdictKey, String(flow.input.verdict));
  return flow.result();
};

function verdictRows(): (Choice<string> & { readonly value: ReviewVerdict })[] {
  return [
    {
      value: 'pass',
      label: l10n.t('$(pass) Pass'),
      detail: l10n.t('Nothing is left to do. Only this counts for the gates'),
    },
    {
      value: 'pass_with_findings',
      label: l10n.t('$(issues) Pass with findings'),
      detail: l10n.t('It is good but for what was found, which is ended first'),
    },
    {
      value: 'conditional_pass',
      label: l10n.t('$(question) Pass on a condition'),
      detail: l10n.t('It is good once something is done or decided, and reviewed again'),
    },
    { value: 'fail', label: l10n.t('$(error) Fail'), detail: l10n.t('It must not go on as it is') },
  ];
}
