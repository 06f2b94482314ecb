import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { shortened } from '../../../../domain/text/shortened.js';
import { findingShow } from '../../../../operations/finding/findingShow.js';
import { askChoice, askInSteps, askText, back, problemOf, type Step } from '../../support/prompt.js';
import { fixCommitStep, shortCommit } from '../commitPicker.js';
import { askFinding, askFindings, type FindingQuestion, findingRows } from '../findingPicker.js';
import { proofRows } from '../proofPicker.js';
import type { Flow, FlowResult, OperationFlow } from './flow.js';

/** A field that was left empty; it is not given. */
const notGiven = '';

/** Characters of a finding's words in the title of a box. */
const titleLength = 90;

type Which = Pick<FindingQuestion, 'placeholder' | 'which'>;

/** The step that asks for the findings; none when the command was called for some. */
function findingSteps(flow: Flow, which: Which): Step[] {
  if (flow.ids.length > 0 || flow.has('ids')) return [];
  return [
    async at => {
      const question = { ...at, ...which, title: flow.title, empty: l10n.t('No matching findings.') };
      const chosen = await askFindings(flow.repository, flow.clock, question);
      if (chosen === undefined || chosen === back) return chosen;
      flow.ids = chosen.map(finding => finding.id);
      return chosen;
    },
  ];
}

/** The operation, and which findings it is about: `Defer Finding: F-3 The loop never ends`. */
async function titleOf(flow: Flow): Promise<string> {
  const ids = flow.ids.length > 0 ? flow.ids : ((flow.input.ids ?? []) as readonly string[]);
  const answers = await Promise.all(ids.map(id => flow.repository.invoke(findingShow, { id })));
  // What is not there says the operation itself.
  const findings = answers.flatMap(answer => (isRefusal(answer) ? [] : [answer.finding]));
  return findings.length === 0 ? flow.title : l10n.t('{0}: {1}', flow.title, shortened(named(findings), titleLength));
}

function named(findings: readonly Finding[]): string {
  const [first] = findings;
  return findings.length === 1 && first !== undefined
    ? `${first.ref} ${first.text}`
    : findings.map(({ ref }) => ref).join(', ');
}

/** A text that the operation cannot do without, or that may stay empty. */
function textSteps(flow: Flow, name: string, prompt: string, optional = false): Step[] {
  return flow.fieldSteps(name, async at => {
    const answer = await askText({
      ...at,
      title: await titleOf(flow),
      prompt,
      problem: text => (optional && text.trim() === '' ? undefined : problemOf(flow.field(name), text)),
    });
    return answer;
  });
}

/** All findings go in one call, all or none; a field that was left empty is not given. */
function inOneCall(flow: Flow): FlowResult {
  const input = Object.fromEntries(Object.entries(flow.input).filter(([, value]) => value !== ''));
  return { ids: [], input: flow.ids.length === 0 ? input : { ...input, ids: flow.ids } };
}

function actFlow(which: Which, steps: (flow: Flow) => Step[]): OperationFlow {
  return async flow =>
    (await askInSteps([...findingSteps(flow, which), ...steps(flow)])) ? inOneCall(flow) : undefined;
}

/** The steps that ask which commit has the fix, and which evidence of it there is; none when the note is given. */
function commitSteps(flow: Flow): Step[] {
  if (flow.has('note') || flow.has('onBranch')) return [];
  return flow.fieldSteps('commit', async at => {
    const ids = flow.ids.length > 0 ? flow.ids : (flow.input.ids as readonly string[]);
    const ask = await fixCommitStep(flow.repository, flow.clock, ids);
    return ask === undefined ? notGiven : ask({ ...at, title: await titleOf(flow) });
  });
}

/** The step that offers the evidence that passed on the commit; none where there are none. */
function proofSteps(flow: Flow): Step[] {
  if (flow.has('note')) return [];
  return flow.fieldSteps('evidence', async at => {
    const commit = typeof flow.input.commit === 'string' && flow.input.commit !== '' ? flow.input.commit : 'HEAD';
    const rows = await proofRows(flow.repository, flow.clock, commit);
    return rows.length === 0
      ? notGiven
      : askChoice({
          ...at,
          title: await titleOf(flow),
          placeholder: l10n.t('Select evidence for the fix (passed on {0})', shortCommit(commit)),
          rows: [...rows, { label: l10n.t('$(circle-slash) No evidence'), value: notGiven }],
        });
  });
}

/** Fix: which, in which commit, what was done, and what proves it. */
export const fixFindingFlow: OperationFlow = flow =>
  actFlow({ which: 'open', placeholder: l10n.t('Select findings to mark as fixed') }, () => [
    ...commitSteps(flow),
    ...textSteps(flow, 'note', l10n.t('What was done (optional)'), true),
    ...proofSteps(flow),
  ])(flow);

export const deferFindingFlow: OperationFlow = flow =>
  actFlow({ which: 'open', placeholder: l10n.t('Select findings to defer') }, () =>
    textSteps(flow, 'note', l10n.t('Reason, and until when')),
  )(flow);

export const wontfixFindingFlow: OperationFlow = flow =>
  actFlow({ which: 'open', placeholder: l10n.t('Select findings to mark as won’t fix') }, () =>
    textSteps(flow, 'note', l10n.t('Reason')),
  )(flow);

export const reopenFindingFlow: OperationFlow = flow =>
  actFlow({ which: 'ended', placeholder: l10n.t('Select findings to reopen') }, () =>
    textSteps(flow, 'reason', l10n.t('Reason')),
  )(flow);

export const supersedeFindingFlow: OperationFlow = flow =>
  actFlow({ which: 'open', placeholder: l10n.t('Select findings to mark as superseded') }, () =>
    flow.fieldSteps('by', async at => {
      const chosen = await askChoice({
        ...at,
        title: await titleOf(flow),
        placeholder: l10n.t('Select the finding that supersedes them'),
        ...findingRows(flow.repository, flow.clock, 'open'),
      });
      return chosen === undefined || chosen === back ? chosen : chosen.ref;
    }),
  )(flow);

export const integrateFindingFlow: OperationFlow = flow =>
  actFlow({ which: 'ended', placeholder: l10n.t('Select findings to mark as integrated') }, () =>
    textSteps(flow, 'into', l10n.t('Branch that has the fixes')),
  )(flow);

/** For operations on one finding, called once for each that was chosen. */
export const oneFindingFlow: OperationFlow = async flow => {
  const steps = findingSteps(flow, { which: 'open', placeholder: l10n.t('Select a finding') });
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Show: one finding, of all. */
export const showFindingFlow: OperationFlow = async flow => {
  if (flow.ids.length > 0) return flow.result();
  const chosen = await askFinding(flow.repository, flow.clock, {
    title: flow.title,
    which: 'all',
    placeholder: l10n.t('Select a finding'),
    empty: l10n.t('No findings.'),
  });
  if (chosen === undefined || chosen === back) return undefined;
  flow.ids = [chosen.id];
  return flow.result();
};
