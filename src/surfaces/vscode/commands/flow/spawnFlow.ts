import { l10n } from 'vscode';
import { agents } from '../../../../domain/agent/agents.js';
import type { Lane } from '../../../../domain/lane/lane.js';
import { laneNameProblem } from '../../../../domain/lane/laneName.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { asLabel } from '../../support/plainText.js';
import { askChoice, askText, back, type Choice, type Step, type StepPlace } from '../../support/prompt.js';
import { askLane } from '../lanePicker.js';
import { askTask } from '../taskPickers.js';
import { askWorkItem } from '../workItemPicker.js';
import type { Flow, FlowResult } from './flow.js';
import { ask, asking, text } from './questions.js';
import { splitWords } from './splitLabels.js';

const subjectKey = 'lane.subject';
const agentKey = 'lane.spawnAgent';

type Subject = 'workItem' | 'task' | 'name' | 'review';

export async function spawnFlow(flow: Flow): Promise<FlowResult | undefined> {
  // A row passes only the lane's subject; other callers pass all that they need.
  const isFromRow = flow.input.asksOwned === true;
  delete flow.input.asksOwned;
  if (flow.has('lane')) {
    return !isFromRow || (await ask(flow, owns, startsWith)) ? flow.result() : undefined;
  }
  let subject: Subject = 'workItem';
  const steps: Step[] = [
    async at => {
      const rows = flow.memory.lastFirst<Choice<Subject>>(subjectKey, subjectRows());
      const placeholder = l10n.t('Select what the lane is for');
      const answer = await askChoice<Subject>({ ...at, title: flow.title, placeholder, rows });
      if (answer !== undefined && answer !== back) {
        subject = answer;
        await flow.memory.remember(subjectKey, answer);
      }
      return answer;
    },
    async at => {
      const answer = await askSubject(flow, subject, at);
      if (typeof answer === 'string') flow.input.lane = answer;
      flow.set('kind', subject === 'review' ? subject : undefined);
      return answer;
    },
  ];
  return asking(() => steps, description, owns, startsWith)(flow);
}

/** A review lane takes its subject from the lane that it reviews. */
function isForReview({ input }: Flow): boolean {
  return input.kind === 'review';
}

const description = text('description', {
  title: titled,
  skips: isForReview,
  prompt: () => l10n.t('What should be done? (optional if the work item or task says it)'),
  value: ({ input }) => String(input.description ?? ''),
  isOptional: true,
});

const owns = text('owns', {
  title: titled,
  skips: isForReview,
  prompt: () => l10n.t('Files this lane may change (globs; empty = all)'),
  placeholder: () => 'src/login/**, docs/login.md',
  value: ({ input }) => [input.owns ?? ''].flat().join(', '),
  read: splitWords,
  isOptional: true,
});

/** Asks for the agent, with a model if one is typed; in one step, in which Enter repeats the last choice. */
function startsWith(flow: Flow): Step[] {
  if (flow.has('agent') || flow.has('model')) return [];
  return [
    async at => {
      const answer = await askAgent(flow, at);
      if (typeof answer !== 'string') return answer;
      await flow.memory.remember(agentKey, answer);
      const [agent, model] = wordsOf(answer);
      flow.set('agent', agent);
      flow.set('model', model);
      return answer;
    },
  ];
}

/** Splits `codex gpt-5.2` into agent and model. */
function wordsOf(text: string): readonly [agent: string | undefined, model: string | undefined] {
  const [, agent, model] = /^(\S+)(?: (.+))?$/.exec(text) ?? [];
  return [agent, model];
}

/** Asks for an agent and its model, `codex gpt-5.2`; empty to choose it later. */
function askAgent(flow: Flow, at: Omit<StepPlace, 'title'>) {
  // The most popular agents are last in the table.
  const known: Choice<string>[] = agents
    .filter(({ program }) => program !== undefined)
    .toReversed()
    .map(({ harness, title }) => ({ value: harness, label: `$(robot) ${title}`, description: harness }));
  const later = { value: '', label: l10n.t('$(watch) Choose later') };
  const typed = (text: string): Choice<string> => {
    const value = text.trim().split(/\s+/).join(' ');
    const [agent = '', model] = wordsOf(value);
    const description = model === undefined ? '' : asLabel(l10n.t('starts {0} with the model {1}', agent, model));
    return { value, label: `$(edit) ${asLabel(value)}`, description, alwaysShow: true };
  };
  const last = flow.memory.last(agentKey) ?? '';
  const isKnown = (value: string): boolean => [later, ...known].some(row => row.value === value);
  const rows = flow.memory.lastFirst(agentKey, [later, ...known, ...(isKnown(last) ? [] : [typed(last)])]);
  return askChoice<string>({
    ...at,
    title: titled(flow),
    placeholder: l10n.t('Start with… Select an agent, or type an agent and a model'),
    rows,
    search: async text => {
      const value = text.trim();
      return value === '' || isKnown(value) ? rows : [...rows, typed(value)];
    },
  });
}

function subjectRows(): Choice<Subject>[] {
  return [
    {
      value: 'workItem',
      label: l10n.t('$(inbox) Work item'),
      detail: l10n.t('The lane takes its name and title from it'),
    },
    {
      value: 'task',
      label: l10n.t('$(rocket) Task'),
      detail: l10n.t('The lane uses the task’s branch'),
    },
    {
      value: 'name',
      label: l10n.t('$(edit) Something else'),
      detail: l10n.t('You name the lane'),
    },
    {
      value: 'review',
      label: l10n.t('$(eye) Review of a lane'),
      detail: l10n.t('The lane begins at the head of another lane, to review it; nothing is submitted from it'),
    },
  ];
}

async function askSubject(flow: Flow, subject: Subject, at: Parameters<Step>[0]) {
  const { title } = flow;
  if (subject === 'workItem') {
    const placeholder = l10n.t('Select a work item');
    const sections = ['ready', 'in_flight', 'needs_you', 'blocked', 'scheduled'] as const;
    const chosen = await askWorkItem(flow.repository, flow.clock, { ...at, title, placeholder, sections });
    return chosen === undefined || chosen === back ? chosen : chosen.ref;
  }
  if (subject === 'task') {
    const chosen = await askTask(flow.repository, {
      ...at,
      title,
      placeholder: l10n.t('Select a task'),
      which: 'live',
    });
    return chosen === undefined || chosen === back ? chosen : chosen.ref;
  }
  if (subject === 'review') {
    const placeholder = l10n.t('Select a lane to review');
    const accept = ({ kind }: Lane): boolean => kind !== 'review';
    const chosen = await askLane(flow.repository, { ...at, title, placeholder, accept });
    return chosen === undefined || chosen === back ? chosen : chosen.lane;
  }
  const answer = await askText({
    ...at,
    title,
    prompt: l10n.t('Lane name (becomes part of the branch name)'),
    placeholder: 'login-limit',
    problem: typed => {
      const problem = laneNameProblem(typed.trim());
      return problem === undefined ? undefined : l10n.t('Invalid lane name: {0}.', inEditorsLanguage(problem));
    },
  });
  return typeof answer === 'string' ? answer.trim() : answer;
}

function titled(flow: Flow): string {
  return l10n.t('{0}: {1}', flow.title, String(flow.input.lane));
}
