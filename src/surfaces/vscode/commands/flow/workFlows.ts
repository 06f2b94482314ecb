import { l10n } from 'vscode';
import type { Evidence } from '../../../../domain/evidence/evidence.js';
import { isRefusal, RefusalError } from '../../../../domain/refusal/refusal.js';
import { actionSkip } from '../../../../operations/action/actionSkip.js';
import { evidenceList } from '../../../../operations/evidence/evidenceList.js';
import { repositoryNow } from '../../../../operations/repository/repositoryNow.js';
import { slicePacket } from '../../../../operations/slice/slicePacket.js';
import { timeAgo } from '../../../../present/relativeTime.js';
import { standingOf } from '../../repository/repositoryRef.js';
import type { Repository } from '../../repository.js';
import { asLabel } from '../../support/plainText.js';
import {
  type Answer,
  askChoice,
  askInSteps,
  askText,
  back,
  type Choice,
  type ChoiceRow,
  problemOf,
  type Step,
} from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { openSliceDraft } from '../sliceDrafts.js';
import { askBlocker, askNextAction, askSlice } from '../taskPickers.js';
import type { Flow, OperationFlow } from './flow.js';
import { lineSteps, optionalLineSteps } from './taskFlows.js';

/** Maximum number of evidence rows searched for earlier commands. */
const provenBefore = 50;

/** Start a slice: what it does, its test, and the box of the plan that it works on. */
export const startSliceFlow: OperationFlow = async flow => {
  if (flow.has('title')) return flow.result();
  const items = openPlanItems(flow);
  const steps: Step[] = [
    ...lineSteps(flow, 'title', l10n.t('What does this slice do?'), l10n.t('Count the retries')),
    ...optionalLineSteps(
      flow,
      'test',
      l10n.t('Test command that fails now and passes when the slice is done (optional; run once now)'),
      l10n.t('npm test -- retry'),
    ),
    async at => {
      const rows = await items;
      if (flow.has('item') || rows.length === 1) return '';
      const placeholder = l10n.t('Select the plan item it works on');
      const answer = await askChoice({ ...at, title: flow.title, placeholder, rows });
      if (typeof answer === 'string' && answer !== '') flow.input.item = answer;
      return answer;
    },
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
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

/** For operations on a slice that is not closed. */
export const oneSliceFlow: OperationFlow = async flow => {
  const steps = flow.fieldSteps('slice', async at => {
    const question = { ...at, title: flow.title, placeholder: l10n.t('Select a slice'), task: flow.task };
    const chosen = await askSlice(flow.repository, question);
    return chosen === undefined || chosen === back ? chosen : chosen.ref;
  });
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Close a slice: which, then its decision, written in a document of its own; closing continues from there. */
export const closeSliceFlow: OperationFlow = async flow => {
  if (flow.has('rationale')) return flow.result();
  if ((await oneSliceFlow(flow)) === undefined) return undefined;
  // The repository may look at another worktree by the time that it has answered.
  const at = standingOf(flow.repository);
  const packet = await flow.repository.invoke(slicePacket, { slice: String(flow.input.slice) }, { folder: at.folder });
  if (isRefusal(packet)) throw new RefusalError(packet);
  await openSliceDraft(packet, at);
  return undefined;
};

/** For operations on a pending next action, with a note that may stay empty. */
export const oneNextActionFlow: OperationFlow = async flow => {
  const picks = flow.fieldSteps('id', async at => {
    const question = { ...at, title: flow.title, placeholder: l10n.t('Select a next action'), task: flow.task };
    const chosen = await askNextAction(flow.repository, question);
    return chosen === undefined || chosen === back ? chosen : chosen.ref;
  });
  const why =
    flow.operation.name === actionSkip.name
      ? optionalLineSteps(flow, 'note', l10n.t('Reason for skipping (optional)'))
      : [];
  // From a row, completing asks nothing.
  return (await askInSteps([...picks, ...(picks.length === 0 ? [] : why)])) ? flow.result() : undefined;
};

/** Update a next action: which, and how it is called from now on. */
export const updateNextActionFlow: OperationFlow = async flow => {
  let present = '';
  const picks = flow.fieldSteps('id', async at => {
    const question = { ...at, title: flow.title, placeholder: l10n.t('Select a next action'), task: flow.task };
    const chosen = await askNextAction(flow.repository, question);
    if (chosen === undefined || chosen === back) return chosen;
    present = chosen.action;
    return chosen.ref;
  });
  // Who names it says what changes too.
  const words = picks.length === 0 ? [] : flow.fieldSteps('text', at => askWords(flow, at, present));
  return (await askInSteps([...picks, ...words])) ? flow.result() : undefined;
};

function askWords(flow: Flow, at: Parameters<Step>[0], value: string): Promise<Answer<string>> {
  const prompt = l10n.t('New text');
  const problem = (text: string): string | undefined => problemOf(flow.field('text'), text);
  return askText({ ...at, title: flow.title, prompt, value, problem });
}

/** Resolve a blocker: which, and what took it away. */
export const resolveBlockerFlow: OperationFlow = async flow => {
  const picks = flow.fieldSteps('blocker', async at => {
    const question = { ...at, title: flow.title, placeholder: l10n.t('Select a blocker'), task: flow.task };
    const chosen = await askBlocker(flow.repository, question);
    return chosen === undefined || chosen === back ? chosen : chosen.ref;
  });
  const steps = [...picks, ...optionalLineSteps(flow, 'resolution', l10n.t('How was it resolved? (optional)'))];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Run a command as evidence: one that was run before, or what is typed. */
export const runEvidenceFlow: OperationFlow = async flow => {
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

/** Commands that were run before, the latest first, each with how it went. */
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

/** Show evidence: which. */
export const showEvidenceFlow: OperationFlow = async flow => {
  const steps = flow.fieldSteps('id', async at => {
    const rows = async (): Promise<Choice<string>[]> => {
      const page = await flow.repository.invoke(evidenceList, { limit: provenBefore });
      if (isRefusal(page)) throw new RefusalError(page);
      return page.evidence.map(proof => ({
        label: `$(${proof.passed ? 'pass' : 'error'}) ${asLabel(`${proof.ref} ${proof.command}`)}`,
        description:
          proof.fresh === true
            ? l10n.t('fresh')
            : timeAgo(Date.parse(proof.createdAt), flow.clock.now(), translate).text,
        value: proof.ref,
      }));
    };
    const empty = l10n.t('No evidence yet.');
    return askChoice({ ...at, title: flow.title, placeholder: l10n.t('Select evidence'), empty, rows: rows() });
  });
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Record a decision: its name, which has a grammar, and why. */
export const recordDecisionFlow: OperationFlow = async flow => {
  const steps = [
    ...lineSteps(
      flow,
      'decision',
      l10n.t('Decision name: who, kind, subject and choice, joined by _'),
      'ada_choice_t3-rate-limit_one_bucket',
    ),
    ...lineSteps(flow, 'rationale', l10n.t('Why? Give the reasons and the alternatives.')),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};
