import { l10n } from 'vscode';
import { laneNameProblem } from '../../../../domain/lane/laneName.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { askChoice, askInSteps, askText, back, problemOf, type Step } from '../../support/prompt.js';
import type { askTask } from '../taskPickers.js';
import type { askWorkItem } from '../workItemPicker.js';
import type { Flow, FlowResult } from './flow.js';
import { splitLabels } from './splitLabels.js';

const subjectKey = 'lane.subject';

/** What a lane is opened for. */
type Subject = 'workItem' | 'task' | 'name';

/** How the person is asked for what a lane may be for, by code that the editor holds from the start. */
export interface Pickers {
  readonly askTask: typeof askTask;
  readonly askWorkItem: typeof askWorkItem;
}

/** Spawn: what for, what is to be done there, and which paths it owns. */
export async function spawnFlow(flow: Flow, pickers: Pickers): Promise<FlowResult | undefined> {
  // A row says what the lane is for, and nothing of the rest; who calls the command has said all.
  const isFromRow = flow.input.asksOwned === true;
  delete flow.input.asksOwned;
  if (flow.has('lane')) {
    return !isFromRow || (await askInSteps([ownsStep(flow)])) ? flow.result() : undefined;
  }
  let subject: Subject = 'workItem';
  const steps: Step[] = [
    async at => {
      const rows = flow.memory.lastFirst<{ value: Subject; label: string; detail: string }>(subjectKey, subjectRows());
      const placeholder = l10n.t('Select what the worker works on');
      const answer = await askChoice<Subject>({ ...at, title: flow.title, placeholder, rows });
      if (answer !== undefined && answer !== back) {
        subject = answer;
        await flow.memory.remember(subjectKey, answer);
      }
      return answer;
    },
    async at => {
      const answer = await askSubject(flow, pickers, subject, at);
      if (typeof answer === 'string') flow.input.lane = answer;
      return answer;
    },
    async at => {
      const answer = await askText({
        ...at,
        title: titled(flow),
        prompt: l10n.t('What should be done? (optional if the work item or task says it)'),
        value: String(flow.input.description ?? ''),
        problem: text => (text.trim() === '' ? undefined : problemOf(flow.field('description'), text)),
      });
      if (typeof answer === 'string') setOrForget(flow, 'description', answer.trim() === '' ? undefined : answer);
      return answer;
    },
    ownsStep(flow),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
}

/** Asks which paths the lane owns; empty means the whole repository. */
function ownsStep(flow: Flow): Step {
  let owned = '';
  return async at => {
    const answer = await askText({
      ...at,
      title: titled(flow),
      prompt: l10n.t('Files this lane may change (globs; empty = all)'),
      placeholder: 'src/login/**, docs/login.md',
      value: owned,
      problem: text => problemOf(flow.field('owns'), splitLabels(text)),
    });
    if (typeof answer === 'string') {
      owned = answer;
      const paths = splitLabels(answer);
      setOrForget(flow, 'owns', paths.length === 0 ? undefined : paths);
    }
    return answer;
  };
}

function subjectRows(): { value: Subject; label: string; detail: string }[] {
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

async function askSubject(flow: Flow, { askTask, askWorkItem }: Pickers, subject: Subject, at: Parameters<Step>[0]) {
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
    problem: text => {
      const problem = laneNameProblem(text.trim());
      return problem === undefined ? undefined : l10n.t('Invalid lane name: {0}.', inEditorsLanguage(problem));
    },
  });
  return typeof answer === 'string' ? answer.trim() : answer;
}

function titled(flow: Flow): string {
  return l10n.t('{0}: {1}', flow.title, String(flow.input.lane));
}

function setOrForget(flow: Flow, field: string, value: unknown): void {
  if (value === undefined) delete flow.input[field];
  else flow.input[field] = value;
}
