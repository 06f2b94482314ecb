import { l10n } from 'vscode';
import { laneNameProblem } from '../../../../domain/lane/laneName.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { askChoice, askText, back, type Choice, type Step } from '../../support/prompt.js';
import { askTask } from '../taskPickers.js';
import { askWorkItem } from '../workItemPicker.js';
import type { Flow, FlowResult } from './flow.js';
import { ask, asking, text } from './questions.js';
import { splitWords } from './splitLabels.js';

const subjectKey = 'lane.subject';

/** What a lane is opened for. */
type Subject = 'workItem' | 'task' | 'name';

/** Spawn: what for, what is to be done there, and which paths it owns. */
export async function spawnFlow(flow: Flow): Promise<FlowResult | undefined> {
  // A row says what the lane is for, and nothing of the rest; who calls the command has said all.
  const isFromRow = flow.input.asksOwned === true;
  delete flow.input.asksOwned;
  if (flow.has('lane')) {
    return !isFromRow || (await ask(flow, owns)) ? flow.result() : undefined;
  }
  let subject: Subject = 'workItem';
  const steps: Step[] = [
    async at => {
      const rows = flow.memory.lastFirst<Choice<Subject>>(subjectKey, subjectRows());
      const placeholder = l10n.t('Select what the worker works on');
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
      return answer;
    },
  ];
  return asking(() => steps, description, owns)(flow);
}

const description = text('description', {
  title: titled,
  prompt: () => l10n.t('What should be done? (optional if the work item or task says it)'),
  value: ({ input }) => String(input.description ?? ''),
  isOptional: true,
});

/** Which paths the lane owns; nothing stands for the whole repository. */
const owns = text('owns', {
  title: titled,
  prompt: () => l10n.t('Files this lane may change (globs; empty = all)'),
  placeholder: () => 'src/login/**, docs/login.md',
  value: ({ input }) => [input.owns ?? ''].flat().join(', '),
  read: splitWords,
  isOptional: true,
});

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
  ];
}

async function askSubject(flow: Flow, subject: Subject, at: Parameters<Step>[0]) {
  const { title } = flow;
  if (subject === 'workItem') {
    const placeholder = l10n.t('Select a work item');
    const sections = ['ready', 'in_flight', 'needs_you'] as const;
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
