import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel, asMessage } from '../../support/plainText.js';
import { askChoices, problemOf } from '../../support/prompt.js';
import type { Flow, OperationFlow } from './flow.js';
import { ask, field, text } from './questions.js';

const usualAtOnce = '2';
/** Lines of a plan in the question. */
const maxLines = 12;

/** Asks for agents, how many at once, up to how much and until when, and shows the plan before the yes. */
export const startControlFlow: OperationFlow = async flow => {
  const isOn = await isControlOn(flow);
  if (isOn) return flow.result();
  if (!(await ask(flow, agents, atOnce, money, until))) return undefined;
  const chosen = flow.input.agents as readonly string[];
  flow.input.agents = chosen.map(name => (name.includes(':') ? name : `${name}:${Number(flow.input.atOnce)}`));
  return (await isMeant(flow)) ? flow.result() : undefined;
};

async function isControlOn({ repository }: Flow): Promise<boolean> {
  const { report } = await invokeOrThrow(repository, (await loadLaneOperations()).controlReport, { unread: true });
  return report?.pass != null;
}

const agents = field('agents', (flow, at) =>
  askChoices({
    ...at,
    placeholder: l10n.t('Select the agents that may be started'),
    empty: l10n.t('No agent that Stateroom can start is installed here.'),
    rows: installed(flow),
  }),
);

async function installed({ repository }: Flow) {
  const found = await invokeOrThrow(repository, (await loadLaneOperations()).agentList, {});
  return found.agents
    .filter(({ state }) => state === 'installed')
    .map(({ name, title }) => ({ label: `$(robot) ${asLabel(title)}`, value: name }));
}

const atOnce = text('atOnce', {
  prompt: () => l10n.t('How many agents at once, all together?'),
  value: () => usualAtOnce,
  problem: typed => (/^[1-9]\d?$/.test(typed.trim()) ? undefined : l10n.t('Type a number from 1 to 50.')),
});

const money = text('money', {
  prompt: () => l10n.t('Up to how much, in US dollars? (empty = no limit)'),
  placeholder: () => '25',
  isOptional: true,
  problem: (typed, flow) => problemOf(flow.field('money'), typed),
});

const until = text('until', {
  prompt: () => l10n.t('Until when is new work started? (empty = until you switch it off)'),
  placeholder: () => '07:00',
  isOptional: true,
  problem: typed =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(typed.trim()) ? undefined : l10n.t('Type a time of day, such as 07:00.'),
});

/** Shows what would start and what waits; the yes also confirms the repository's settings. */
async function isMeant(flow: Flow): Promise<boolean> {
  const { input, repository } = flow;
  const { controlPlan } = await loadLaneOperations();
  const limits = { agents: input.agents, atOnce: input.atOnce, money: input.money, until: input.until };
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  const plan = await invokeOrThrow(repository, controlPlan, given);
  input.confirm = plan.hash;
  const starts = plan.decisions.filter(({ act }) => act === 'start');
  const waits = plan.decisions.filter(({ act }) => act === 'wait');
  const lines = [
    ...starts.map(({ subject, title, agent }) => l10n.t('{0} {1}: starts now, {2}', subject, title, agent ?? '')),
    ...waits.map(({ subject, title, text }) => l10n.t('{0} {1}: waits, {2}', subject, title, inEditorsLanguage(text))),
  ];
  const more = lines.length > maxLines ? [l10n.t('and {0} more', String(lines.length - maxLines))] : [];
  const named = plan.agents.map(({ name, atOnce: count }) => `${name} (${count})`).join(', ');
  const detail = [
    l10n.t('Agents: {0}. At once: {1}.', named, String(plan.atOnce)),
    l10n.t('Each works in a lane of its own. Nothing is merged or pushed: submitted work waits for your review.'),
    '',
    ...lines.slice(0, maxLines),
    ...more,
  ];
  const yes = l10n.t('Start Control');
  const question = asMessage(l10n.t('Start agents on ready work in “{0}”?', repository.name));
  const options = { modal: true, detail: detail.join('\n') };
  return (await vscode.window.showWarningMessage(question, options, yes)) === yes;
}
