import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { shortened } from '../../../../domain/text/shortened.js';
import { findingDefer } from '../../../../operations/finding/findingDefer.js';
import { findingFix } from '../../../../operations/finding/findingFix.js';
import { findingIntegrate } from '../../../../operations/finding/findingIntegrate.js';
import { findingProve } from '../../../../operations/finding/findingProve.js';
import { findingReopen } from '../../../../operations/finding/findingReopen.js';
import { findingReply } from '../../../../operations/finding/findingReply.js';
import { findingShow } from '../../../../operations/finding/findingShow.js';
import { findingSupersede } from '../../../../operations/finding/findingSupersede.js';
import { findingWontfix } from '../../../../operations/finding/findingWontfix.js';
import { findingWorkItem } from '../../../../operations/finding/findingWorkItem.js';
import { askChoice, back, type Step, stepIf } from '../../support/prompt.js';
import { fixCommitStep, shortCommit } from '../commitPicker.js';
import { askFinding, askFindings, type FindingQuestion, findingRows } from '../findingPicker.js';
import { proofRows } from '../proofPicker.js';
import type { Flow, FlowResult, OperationFlow } from './flow.js';
import { ask, asking, picked, type Question, text } from './questions.js';

/** Answer for a field that was left empty; omitted from the input. */
const notGiven = '';

/** Max characters of a finding's text in the title of a box. */
const titleLength = 90;

type Which = Pick<FindingQuestion, 'placeholder' | 'which'>;

function findingSteps(flow: Flow, which: Which): Step[] {
  if (flow.ids.length > 0 || flow.has('ids')) return [];
  return [
    async at => {
      const question = { ...at, ...which, title: flow.title, empty: l10n.t('No matching findings.') };
      const chosen = await askFindings(flow.repository, question);
      if (chosen === undefined || chosen === back) return chosen;
      flow.ids = chosen.map(finding => finding.id);
      return chosen;
    },
  ];
}

/** Returns the title with the findings: `Defer Finding: F-3 The loop never ends`. */
async function titleOf(flow: Flow): Promise<string> {
  const ids = flow.ids.length > 0 ? flow.ids : ((flow.input.ids ?? []) as readonly string[]);
  const answers = await Promise.all(ids.map(id => flow.repository.invoke(findingShow, { id })));
  // The operation itself reports unknown findings.
  const findings = answers.flatMap(answer => (isRefusal(answer) ? [] : [answer.finding]));
  return findings.length === 0 ? flow.title : l10n.t('{0}: {1}', flow.title, shortened(named(findings), titleLength));
}

function named(findings: readonly Finding[]): string {
  const [first] = findings;
  return findings.length === 1 && first !== undefined
    ? `${first.ref} ${first.text}`
    : findings.map(({ ref }) => ref).join(', ');
}

/** Returns one call for all findings, all or none; empty fields are omitted. */
function inOneCall(flow: Flow): FlowResult {
  const input = Object.fromEntries(Object.entries(flow.input).filter(([, value]) => value !== ''));
  return { ids: [], input: flow.ids.length === 0 ? input : { ...input, ids: flow.ids } };
}

function actFlow(which: 'open' | 'ended', placeholder: () => string, ...questions: readonly Question[]): OperationFlow {
  return async flow =>
    (await ask(flow, () => findingSteps(flow, { which, placeholder: placeholder() }), ...questions))
      ? inOneCall(flow)
      : undefined;
}

function commitSteps(flow: Flow): Step[] {
  if (flow.has('note') || flow.has('onBranch')) return [];
  let ask: Awaited<ReturnType<typeof fixCommitStep>>;
  const hasCommits = async (): Promise<boolean> => {
    const ids = flow.ids.length > 0 ? flow.ids : (flow.input.ids as readonly string[]);
    ask = await fixCommitStep(flow.repository, flow.clock, ids);
    return ask !== undefined;
  };
  return flow
    .fieldSteps('commit', async at => ask?.({ ...at, title: await titleOf(flow) }))
    .map(step => stepIf(hasCommits, step));
}

function proofSteps(flow: Flow): Step[] {
  if (flow.has('note')) return [];
  const commitOf = ({ commit }: Flow['input']): string =>
    typeof commit === 'string' && commit !== '' ? commit : 'HEAD';
  let rows: Awaited<ReturnType<typeof proofRows>> = [];
  const hasProofs = async (): Promise<boolean> => {
    rows = await proofRows(flow.repository, flow.clock, commitOf(flow.input));
    return rows.length > 0;
  };
  return flow
    .fieldSteps('evidence', async at =>
      askChoice({
        ...at,
        title: await titleOf(flow),
        placeholder: l10n.t('Select evidence for the fix (passed on {0})', shortCommit(commitOf(flow.input))),
        rows: [...rows, { label: l10n.t('$(circle-slash) No evidence'), value: notGiven }],
      }),
    )
    .map(step => stepIf(hasProofs, step));
}

const superseding = picked(
  'by',
  async (flow, at) =>
    askChoice({
      ...at,
      title: await titleOf(flow),
      placeholder: l10n.t('Select the finding that supersedes them'),
      ...findingRows(flow.repository, 'open'),
    }),
  ({ ref }) => ref,
);

/** For operations on one finding, called once for each that was chosen. */
const oneFindingFlow = asking(flow => findingSteps(flow, { which: 'open', placeholder: l10n.t('Select a finding') }));

const anyFinding: Question = flow =>
  flow.ids.length > 0
    ? []
    : [
        async at => {
          const chosen = await askFinding(flow.repository, {
            ...{ ...at, title: flow.title, which: 'all' },
            placeholder: l10n.t('Select a finding'),
            empty: l10n.t('No findings.'),
          });
          if (chosen !== undefined && chosen !== back) flow.ids = [chosen.id];
          return chosen;
        },
      ];

export const findingFlows: Readonly<Record<string, OperationFlow>> = {
  [findingDefer.name]: actFlow(
    'open',
    () => l10n.t('Select findings to defer'),
    text('note', { title: titleOf, prompt: () => l10n.t('Reason, and until when') }),
  ),
  [findingFix.name]: actFlow(
    'open',
    () => l10n.t('Select findings to mark as fixed'),
    commitSteps,
    text('note', {
      title: titleOf,
      skips: ({ input }) => input.commit !== notGiven,
      prompt: () => l10n.t('Why did nothing have to change?'),
    }),
    text('note', {
      title: titleOf,
      skips: ({ input }) => input.commit === notGiven,
      prompt: () => l10n.t('What was done (optional)'),
      isOptional: true,
    }),
    proofSteps,
  ),
  [findingIntegrate.name]: actFlow(
    'ended',
    () => l10n.t('Select findings to mark as integrated'),
    text('into', { title: titleOf, prompt: () => l10n.t('Branch that has the fixes') }),
  ),
  [findingProve.name]: oneFindingFlow,
  [findingReopen.name]: actFlow(
    'ended',
    () => l10n.t('Select findings to reopen'),
    text('reason', { title: titleOf, prompt: () => l10n.t('Reason') }),
  ),
  [findingReply.name]: asking(anyFinding, text('text', { title: titleOf, prompt: () => l10n.t('Your reply') })),
  [findingShow.name]: asking(anyFinding),
  [findingSupersede.name]: actFlow('open', () => l10n.t('Select findings to mark as superseded'), superseding),
  [findingWontfix.name]: actFlow(
    'open',
    () => l10n.t('Select findings to mark as won’t fix'),
    text('note', { title: titleOf, prompt: () => l10n.t('Reason') }),
  ),
  [findingWorkItem.name]: oneFindingFlow,
};
