import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { taskRefProblem } from '../../../../domain/task/taskRef.js';
import { taskTransitions } from '../../../../domain/task/taskRule.js';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import type { Sentence } from '../../../../messages/sentence.js';
import { taskArchive } from '../../../../operations/task/taskArchive.js';
import { taskGc } from '../../../../operations/task/taskGc.js';
import { taskReap } from '../../../../operations/task/taskReap.js';
import { taskRestore } from '../../../../operations/task/taskRestore.js';
import { taskShow } from '../../../../operations/task/taskShow.js';
import { taskStart } from '../../../../operations/task/taskStart.js';
import { taskSwitch } from '../../../../operations/task/taskSwitch.js';
import { taskUpdate } from '../../../../operations/task/taskUpdate.js';
import { taskStatusLooks } from '../../../../present/status.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel } from '../../support/plainText.js';
import {
  askChoice,
  askInSteps,
  askText,
  back,
  type ChoiceRow,
  problemOf,
  type Step,
  type StepPlace,
  stepIf,
} from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { askTask } from '../taskPickers.js';
import { confirmed } from './confirmed.js';
import type { Flow, OperationFlow } from './flow.js';
import { asking, picked, text } from './questions.js';

const placeKey = 'task.place';

type Place = 'beside' | 'here' | 'light';

const startTaskFlow: OperationFlow = async flow => {
  if (flow.has('objective')) return flow.result();
  // A row passes its work item, whose title is the objective.
  const isGiven = flow.has('workItem');
  const plans = planFiles(flow);
  const steps: Step[] = [
    async at => {
      const rows = flow.memory.lastFirst<{ value: Place; label: string; detail: string }>(placeKey, placeRows());
      const answer = await askChoice({
        ...at,
        title: flow.title,
        placeholder: l10n.t('Select where to work on it'),
        rows,
      });
      if (answer !== undefined && answer !== back) {
        await flow.memory.remember(placeKey, answer);
        delete flow.input.here;
        delete flow.input.light;
        if (answer !== 'beside') flow.input[answer] = true;
      }
      return answer;
    },
    // A light task has no plan, and without plans there is nothing to ask.
    stepIf(
      async () => flow.input.light !== true && (await plans).length > 1,
      async at => {
        const answer = await askChoice({
          ...at,
          title: flow.title,
          placeholder: l10n.t('Select a plan'),
          rows: plans,
        });
        if (typeof answer === 'string' && answer !== '') flow.input.plan = answer;
        return answer;
      },
    ),
  ];
  const goal = text('objective', {
    prompt: () => l10n.t('What is the goal?'),
    placeholder: () => l10n.t('Limit the rate of logins'),
  });
  return asking(...(isGiven ? [] : [goal]), () => [name(flow), ...steps])(flow);
};

function placeRows(): { value: Place; label: string; detail: string }[] {
  return [
    {
      value: 'beside',
      label: l10n.t('$(empty-window) New worktree'),
      detail: l10n.t('A new branch in a folder next to this repository; nothing changes here'),
    },
    {
      value: 'here',
      label: l10n.t('$(git-branch) This worktree'),
      detail: l10n.t('A new branch here, with your current changes'),
    },
    {
      value: 'light',
      label: l10n.t('$(zap) This worktree, as a small fix'),
      detail: l10n.t('No plan or slices: fresh evidence is enough to close it'),
    },
  ];
}

async function planFiles(flow: Flow): Promise<ChoiceRow<string>[]> {
  const none = { label: l10n.t('$(circle-slash) No plan yet'), value: '' };
  const { top = flow.repository.folder.fsPath } = flow.repository;
  const pattern = new vscode.RelativePattern(vscode.Uri.file(top), '.stateroom/plans/*.md');
  const found = await vscode.workspace.findFiles(pattern, null, 100);
  const paths = found.map(({ fsPath }) => relative(top, fsPath).replaceAll(sep, '/')).sort();
  return [none, ...paths.map(path => ({ label: `$(checklist) ${asLabel(path)}`, value: path }))];
}

/** Asks for the short name of a task; accepts an empty one, unlike the schema. */
function name(flow: Flow): Step {
  return async at => {
    const answer = await askText({
      ...at,
      title: flow.title,
      prompt: l10n.t('Short name for the branch, with a digit (optional)'),
      placeholder: l10n.t('login-2'),
      problem: typed => (typed.trim() === '' ? undefined : asSentence(taskRefProblem(typed.trim()))),
    });
    if (typeof answer === 'string' && answer.trim() !== '') flow.input.ref = answer.trim();
    return answer;
  };
}

function namedTask(which: 'live' | 'archived' | 'all'): OperationFlow {
  const pick = (flow: Flow, at: StepPlace) =>
    askTask(flow.repository, { ...at, placeholder: l10n.t('Select a task'), which });
  return asking(picked('task', pick, ({ ref }) => ref));
}

type Updated = 'focus' | 'status' | 'objective' | 'base';

/** Update: asks for the field and its new value; the revision is the one shown to the person here. */
const updateTaskFlow: OperationFlow = async flow => {
  const given: Updated[] = ['focus', 'status', 'objective', 'base'];
  if (flow.has('clearFocus') || given.some(name => flow.has(name))) return flow.result();
  const shown = await invokeOrThrow(
    flow.repository,
    taskShow,
    flow.has('task') ? { task: String(flow.input.task) } : {},
  );
  const { task } = shown;
  flow.input.task = task.ref;
  flow.input.revision = task.revision;
  const title = l10n.t('{0}: {1}', flow.title, task.ref);
  let what: Updated = 'focus';
  const steps: Step[] = [
    async at => {
      const answer = await askChoice<Updated>({
        ...at,
        title,
        placeholder: l10n.t('Select what to change'),
        rows: [
          { label: l10n.t('$(target) Focus'), description: asLabel(task.focus ?? ''), value: 'focus' },
          { label: l10n.t('$(pulse) Status'), description: task.status, value: 'status' },
          { label: l10n.t('$(rocket) Objective'), description: asLabel(task.objective), value: 'objective' },
          { label: l10n.t('$(git-merge) Target branch'), description: asLabel(task.base ?? ''), value: 'base' },
        ],
      });
      if (answer !== undefined && answer !== back) what = answer;
      return answer;
    },
    async at => {
      for (const name of given) delete flow.input[name];
      const answer = what === 'status' ? await askStatus(title, at) : await askWords(flow, what, title, at, task[what]);
      if (answer !== undefined && answer !== back) flow.input[what] = answer;
      return answer;
    },
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

function askStatus(title: string, at: Parameters<Step>[0]) {
  return askChoice({
    ...at,
    title,
    placeholder: l10n.t('Select a status'),
    rows: taskTransitions.update.to.map(value => {
      const { icon, word } = taskStatusLooks[value];
      return { label: `$(${icon}) ${capitalised(word(translate))}`, value };
    }),
  });
}

function askWords(flow: Flow, name: string, title: string, at: Parameters<Step>[0], value: string | null) {
  const problem = (typed: string): string | undefined => problemOf(flow.field(name), typed);
  return askText({ ...at, title, prompt: l10n.t('New text'), value: value ?? '', problem });
}

function asSentence(problem: Sentence | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const problemText = inEditorsLanguage(problem);
  return `${problemText.charAt(0).toUpperCase()}${problemText.slice(1)}.`;
}

const gcFlow: OperationFlow = async flow => {
  if (flow.has('yes')) return flow.result();
  const { tasks } = await invokeOrThrow(flow.repository, taskGc, {});
  const lines = tasks.filter(({ why }) => why === null).map(one => lineOf(one.task, placesOf(one)));
  const kept = tasks.flatMap(({ task, why }) => (why === null ? [] : [lineOf(task, inEditorsLanguage(why))]));
  const remove = l10n.t('Remove');
  const question = {
    none: [l10n.t('No worktrees or branches of finished tasks can be removed.'), ...kept].join(' '),
    text: l10n.t('Remove merged branches of finished tasks, with their worktrees?'),
    detail: [...lines, '', l10n.t('Files that git does not have are backed up first.'), ...kept],
    yes: remove,
  };
  return confirmed(flow, lines, question);
};

const reapFlow: OperationFlow = async flow => {
  if (flow.has('yes')) return flow.result();
  const { tasks } = await invokeOrThrow(flow.repository, taskReap, {});
  const lines = tasks.map(({ task, objective }) => lineOf(task, objective));
  const question = {
    none: l10n.t('No abandoned tasks.'),
    text: l10n.t('Archive tasks without a worktree, a branch and recent activity?'),
    detail: lines,
    yes: l10n.t('Archive'),
  };
  return confirmed(flow, lines, question);
};

function lineOf(task: string, text: string): string {
  return `${task}  ${oneLine(text)}`;
}

function placesOf({ worktree, branch }: { worktree: string | null; branch: string | null }): string {
  return [branch, worktree].filter(name => name !== null).join(', ');
}

export const taskFlows: Readonly<Record<string, OperationFlow>> = {
  [taskArchive.name]: namedTask('all'),
  [taskGc.name]: gcFlow,
  [taskReap.name]: reapFlow,
  [taskRestore.name]: namedTask('archived'),
  [taskStart.name]: startTaskFlow,
  [taskSwitch.name]: namedTask('all'),
  [taskUpdate.name]: updateTaskFlow,
};
