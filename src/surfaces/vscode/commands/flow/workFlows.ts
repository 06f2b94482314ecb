import { l10n } from 'vscode';
import type { Evidence } from '../../../../domain/evidence/evidence.js';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { shownText } from '../../../../domain/session/openRecords.js';
import { actionSkip } from '../../../../operations/action/actionSkip.js';
import { actionUpdate } from '../../../../operations/action/actionUpdate.js';
import { blockerResolve } from '../../../../operations/blocker/blockerResolve.js';
import { decisionRecord } from '../../../../operations/decision/decisionRecord.js';
import { evidenceList } from '../../../../operations/evidence/evidenceList.js';
import { evidenceRecord } from '../../../../operations/evidence/evidenceRecord.js';
import { evidenceRun } from '../../../../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../../../../operations/evidence/evidenceShow.js';
import { repositoryNow } from '../../../../operations/repository/repositoryNow.js';
import { sliceClose } from '../../../../operations/slice/sliceClose.js';
import { slicePacket } from '../../../../operations/slice/slicePacket.js';
import { sliceStart } from '../../../../operations/slice/sliceStart.js';
import { timeAgo } from '../../../../present/relativeTime.js';
import { standingOf } from '../../repository/repositoryRef.js';
import type { Repository } from '../../repository.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel } from '../../support/plainText.js';
import { askChoice, askInSteps, back, type Choice, type ChoiceRow, problemOf, stepIf } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { openSliceDraft } from '../sliceDrafts.js';
import type { Flow, OperationFlow } from './flow.js';
import { ask, asking, choice, field, picked, text } from './questions.js';
import { askOpenRecord, openRecord, slice } from './recordQuestions.js';

/** Max evidence searched for commands that were run before. */
const provenBefore = 50;

const startSliceFlow: OperationFlow = flow => {
  const items = openPlanItems(flow);
  return asking(
    text('title', { prompt: () => l10n.t('What does this slice do?'), placeholder: () => l10n.t('Count the retries') }),
    text('test', {
      prompt: () => l10n.t('Test command that fails now and passes when the slice is done (optional; run once now)'),
      placeholder: () => l10n.t('npm test -- retry'),
      isOptional: true,
    }),
    () => [
      stepIf(
        async () => !flow.has('item') && (await items).length > 1,
        async at => {
          const placeholder = l10n.t('Select the plan item it works on');
          const answer = await askChoice({ ...at, title: flow.title, placeholder, rows: items });
          if (typeof answer === 'string' && answer !== '') flow.input.item = answer;
          return answer;
        },
      ),
    ],
  )(flow);
};

async function openPlanItems(flow: Flow): Promise<ChoiceRow<string>[]> {
  const none = { label: l10n.t('$(circle-slash) None'), value: '' };
  const { task } = flow;
  const now = await flow.repository.invoke(repositoryNow, task === undefined ? {} : { task });
  if (isRefusal(now)) return [none];
  const open = (now.plan?.items ?? []).filter(({ checked }) => !checked);
  return [
    none,
    ...open.map(item => ({
      label: `$(circle-large-outline) ${asLabel(item.text)}`,
      description: asLabel(item.heading ?? ''),
      value: item.id,
    })),
  ];
}

/** Close a slice: asks which, then opens a document for its decision; closing continues from there. */
const closeSliceFlow: OperationFlow = async flow => {
  if (flow.has('rationale')) return flow.result();
  if (!(await ask(flow, slice('slice')))) return undefined;
  // The repository may show another worktree when the answer arrives.
  const at = standingOf(flow.repository);
  const packet = await invokeOrThrow(
    flow.repository,
    slicePacket,
    { slice: String(flow.input.slice) },
    { folder: at.folder },
  );
  await openSliceDraft(packet, at);
  return undefined;
};

/** Update a next action: asks which, and for its new text. A call with an id includes the changes. */
const updateNextActionFlow: OperationFlow = flow => {
  if (flow.has('id')) return Promise.resolve(flow.result());
  let present = '';
  const which = picked(
    'id',
    (asked, at) => askOpenRecord('nextActions', asked, at),
    one => {
      present = shownText('nextActions', one);
      return one.ref;
    },
  );
  return asking(which, text('text', { prompt: () => l10n.t('New text'), value: () => present }))(flow);
};

/** Run a command as evidence: asks for one that was run before, or a typed one. */
const runEvidenceFlow: OperationFlow = async flow => {
  const steps = flow.fieldSteps('command', async at => {
    const rows = await commandRows(flow.repository, flow.clock.now());
    const question = {
      ...at,
      title: flow.title,
      placeholder: l10n.t('Command to run as evidence: type one, or select an earlier one'),
      rows,
      search: async (text: string) => {
        const typed = text.trim();
        if (typed === '' || problemOf(flow.field('command'), [typed]) !== undefined) return rows;
        return [{ label: `$(play) ${asLabel(typed)}`, alwaysShow: true, value: typed }, ...rows];
      },
    };
    const chosen = await askChoice<string>(question);
    return chosen === undefined || chosen === back ? chosen : [chosen];
  });
  const typed = steps.length > 0;
  return (await askInSteps(steps)) ? { ...flow.result(), typed } : undefined;
};

async function commandRows(repository: Repository, now: number): Promise<Choice<string>[]> {
  const page = await repository.invoke(evidenceList, { limit: provenBefore });
  if (isRefusal(page)) return [];
  const latest = new Map<string, Evidence>();
  for (const proof of page.evidence) if (!latest.has(proof.command)) latest.set(proof.command, proof);
  return [...latest.values()].map(proof => ({
    label: `$(${proof.passed ? 'pass' : 'error'}) ${asLabel(proof.command)}`,
    description: [
      proof.passed ? l10n.t('passed') : l10n.t('failed'),
      timeAgo(Date.parse(proof.createdAt), now, translate).text,
    ].join(' · '),
    value: proof.command,
  }));
}

const recordEvidenceFlow: OperationFlow = async flow =>
  flow.has('command') || flow.has('receipt')
    ? flow.result()
    : asking(
        text('command', { prompt: () => l10n.t('Command that was run elsewhere'), placeholder: () => 'npm test' }),
        field('passed', (_flow, at) =>
          askChoice<boolean>({
            ...at,
            placeholder: l10n.t('Choose an outcome'),
            rows: [
              { label: l10n.t('$(pass) Passed'), value: true },
              { label: l10n.t('$(error) Failed'), value: false },
            ],
          }),
        ),
      )(flow);

async function evidenceRows({ repository, clock }: Flow): Promise<Choice<string>[]> {
  const page = await invokeOrThrow(repository, evidenceList, { limit: provenBefore });
  return page.evidence.map(({ ref, command, passed, fresh, createdAt }) => ({
    label: `$(${passed ? 'pass' : 'error'}) ${asLabel(`${ref} ${command}`)}`,
    description: fresh === true ? l10n.t('fresh') : timeAgo(Date.parse(createdAt), clock.now(), translate).text,
    value: ref,
  }));
}

export const workFlows: Readonly<Record<string, OperationFlow>> = {
  // Called from a row, skipping does not prompt.
  [actionSkip.name]: flow =>
    asking(
      openRecord('nextActions', 'id'),
      ...(flow.has('id')
        ? []
        : [text('note', { prompt: () => l10n.t('Reason for skipping (optional)'), isOptional: true })]),
    )(flow),
  [actionUpdate.name]: updateNextActionFlow,
  [blockerResolve.name]: asking(
    openRecord('blockers', 'blocker'),
    text('resolution', { prompt: () => l10n.t('How was it resolved? (optional)'), isOptional: true }),
  ),
  // The name must match a grammar.
  [decisionRecord.name]: asking(
    text('decision', {
      prompt: () => l10n.t('Decision name: who, kind, subject and choice, joined by _'),
      placeholder: () => 'ada_choice_t3-rate-limit_one_bucket',
    }),
    text('rationale', { prompt: () => l10n.t('Why? Give the reasons and the alternatives.') }),
  ),
  [evidenceRecord.name]: recordEvidenceFlow,
  [evidenceRun.name]: runEvidenceFlow,
  [evidenceShow.name]: asking(
    choice('id', {
      placeholder: () => l10n.t('Select evidence'),
      empty: () => l10n.t('No evidence yet.'),
      rows: evidenceRows,
    }),
  ),
  [sliceClose.name]: closeSliceFlow,
  [sliceStart.name]: flow => (flow.has('title') ? Promise.resolve(flow.result()) : startSliceFlow(flow)),
};
