import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Need } from '../../../domain/lane/need.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { shortened } from '../../../domain/text/shortened.js';
import type { InProgress } from '../../../domain/thread/inProgress.js';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { type Now, repositoryNow } from '../../../operations/repository/repositoryNow.js';
import { storeBackup } from '../../../operations/store/storeBackup.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { storeUpdate } from '../../../operations/store/storeUpdate.js';
import { taskFinish } from '../../../operations/task/taskFinish.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { pendingText } from '../../../present/laneViewRow.js';
import { needRow } from '../../../present/needRow.js';
import { progressWord } from '../../../present/progressWord.js';
import { taskStatusLooks } from '../../../present/status.js';
import { besideRef } from '../../../present/viewRow.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { NowCommands } from '../commands/nowCommands.js';
import { operationNamed } from '../commands/operationNamed.js';
import { showingRefusal } from '../commands/registerCommands.js';
import type { RepositoryCondition } from '../repository/repositoryState.js';
import type { RunOperation } from '../repository/runOperation.js';
import { finishReviewOf } from '../review/finishReview.js';
import { focusView } from '../support/focusView.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, back, type ChoiceRow } from '../support/prompt.js';
import { translate } from '../support/translate.js';

const maxRows = 50;
const titleLength = 70;

type Act = () => Thenable<unknown> | undefined;

export async function showStatusMenu(environment: CommandEnvironment): Promise<void> {
  const { status } = environment;
  await status.refresh();
  const condition = status.current;
  const chosen = await askChoice<Act>({
    title:
      condition.repository === undefined ? l10n.t('Stateroom') : l10n.t('Stateroom: {0}', condition.repository.name),
    placeholder: headline(condition),
    rows: rowsOf(condition, environment, await readNow(condition)),
  });
  if (typeof chosen === 'function') await chosen();
}

function headline({ state, status, reason }: RepositoryCondition): string {
  if (reason !== undefined) return asMessage(reason);
  if (state === 'none') return l10n.t('No folder is open.');
  if (state === 'noRepository') return l10n.t('No folder in this window is in a git repository.');
  const { counts, totals } = status ?? {};
  if (!counts || !totals || state === 'absent') return l10n.t('The queue of this repository is empty.');
  return l10n.t(
    'Needs you: {0} · Ready: {1} · In progress: {2} · Waiting: {3}',
    totals.needsYou,
    counts.ready,
    totals.inProgress,
    counts.blocked + counts.scheduled,
  );
}

async function readNow({ repository, state }: RepositoryCondition): Promise<Now | undefined> {
  if (repository === undefined || (state !== 'ready' && state !== 'readOnly')) return undefined;
  const now = await repository.invoke(repositoryNow, {});
  return isRefusal(now) ? undefined : now;
}

function rowsOf(
  condition: RepositoryCondition,
  environment: CommandEnvironment,
  now: Now | undefined,
): ChoiceRow<Act>[] {
  const { repositories, openLog, pages, queueView, run } = environment;
  const nowCommands = new NowCommands(environment);
  const row = (label: string, act: Act, description = ''): ChoiceRow<Act> => ({ label, description, value: act });
  const separator = (label: string): ChoiceRow<Act> => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const { state, status, repository } = condition;
  const rows: ChoiceRow<Act>[] = [];
  if (state === 'gone') {
    rows.push(row(l10n.t('$(refresh) Try again'), () => queueView.refresh()));
    rows.push(row(l10n.t('$(folder-opened) Open folder'), () => vscode.commands.executeCommand('vscode.openFolder')));
  }
  if (state === 'corrupt' || state === 'tooNew' || state === 'failed' || state === 'readOnly') {
    rows.push(separator(l10n.t('The store')));
    if (status?.health.state === 'update-pending') {
      rows.push(row(l10n.t('$(cloud-download) Apply update now…'), () => run(storeUpdate, {})));
    }
    if (state !== 'tooNew') rows.push(row(l10n.t('$(pulse) Check store'), () => run(storeCheck, {})));
    if (state === 'corrupt') rows.push(row(l10n.t('$(save-all) Back up readable data'), () => run(storeBackup, {})));
    if (state === 'tooNew') {
      rows.push(
        row(l10n.t('$(cloud-download) Check for extension updates'), () =>
          vscode.commands.executeCommand('workbench.extensions.action.checkForUpdates'),
        ),
      );
    }
    rows.push(
      row(l10n.t('$(output) Show log'), () => {
        openLog();
        return undefined;
      }),
    );
  }
  const task = now?.task;
  if (now !== undefined && (task != null || now.candidates.length > 0)) {
    rows.push(separator(l10n.t('Current task')));
    if (task == null)
      rows.push(
        row(l10n.t('$(list-selection) Select task…'), () =>
          showingRefusal(environment, () => nowCommands.chooseTask([])),
        ),
      );
    else {
      const label = `$(rocket) ${asLabel(`${task.ref} ${task.objective}`)}`;
      rows.push(row(label, () => focusView('now'), taskStatusLooks[task.status].word(translate)));
      if (now.elsewhere === null)
        rows.push(
          row(l10n.t('$(shield) Check gates'), () =>
            showingRefusal(environment, () => nowCommands.revealRow('gate.review-ready')),
          ),
        );
    }
  }
  if (status !== undefined && status.needs.length > 0) {
    rows.push(separator(l10n.t('Needs you')));
    for (const need of status.needs.slice(0, maxRows)) {
      const shown = needRow(need, environment.clock.now(), translate, inEditorsLanguage);
      const { icon, command } = shown;
      const act =
        need.kind === 'workItem'
          ? answering(need, run)
          : command === undefined
            ? () => focusView('queue')
            : () => vscode.commands.executeCommand(command.command, ...command.arguments);
      const label = `$(${icon}) ${asLabel(`${need.ref} ${shown.label}`)}`;
      rows.push(row(label, act, asLabel(besideRef(need.ref, shown))));
    }
  }
  const reviews = repository === undefined ? [] : [...environment.drafts.countsIn(repository.id)];
  if (reviews.length > 0) rows.push(separator(l10n.t('Your reviews')));
  for (const [lane, pending] of reviews) {
    const label = `$(comment-unresolved) ${asLabel(l10n.t('Finish the review of {0}', lane))}`;
    rows.push(row(label, () => finishReviewHere(lane, environment), pendingText(pending, translate)));
  }
  if (status !== undefined && status.inProgress.length > 0) {
    rows.push(separator(l10n.t('In progress')));
    for (const entry of status.inProgress.slice(0, maxRows)) {
      const { ref, title, laneName, who, state } = entry;
      const facts = [progressWord(state, translate), who, laneName === null ? null : l10n.t('lane {0}', laneName)];
      const label = asLabel(`${ref} ${title}`);
      rows.push(row(label, pageOpener(entry, environment), asLabel(facts.filter(fact => fact !== null).join(' · '))));
    }
  }
  if (repository !== undefined) {
    rows.push(separator(l10n.t('Actions')));
    rows.push(row(l10n.t('$(add) Add work item'), () => run(queueAdd, {})));
    if (status?.next) {
      rows.push(
        row(
          l10n.t('$(person-add) Claim next work item'),
          () => run(queueNext, {}),
          asLabel(`${status.next.ref} ${status.next.title}`),
        ),
      );
    }
    rows.push(row(l10n.t('$(list-ordered) Show queue'), () => focusView('queue')));
    rows.push(row(l10n.t('$(plug) Connect agents…'), () => pages.showConnections(repositories.active)));
  }
  if (repositories.all.length > 1)
    rows.push(row(l10n.t('$(repo) Select another repository…'), () => chooseRepository(environment)));
  if (state === 'none')
    rows.push(row(l10n.t('$(folder-opened) Open folder'), () => vscode.commands.executeCommand('vscode.openFolder')));
  if (state === 'noRepository')
    rows.push(row(l10n.t('$(repo) Initialize git repository'), () => vscode.commands.executeCommand('git.init')));
  return rows;
}

/** Answers an item's question. If its lanes have all ended: finish with its task or alone, retry, or cancel. */
function answering({ ref, title, acts }: Need, run: RunOperation): Act {
  const answer = { operation: queueAdvance.name, input: { id: ref } };
  if (acts.every(({ operation }) => operation === answer.operation)) return () => run(queueAdvance, answer.input);
  return async () => {
    const chosen = await askChoice({
      title: l10n.t('Stateroom: {0}', `${ref} ${shortened(title, titleLength)}`),
      placeholder: l10n.t('Choose how the work goes on'),
      rows: [...acts, answer].map(act => ({ label: actLabel(act), value: act })),
    });
    if (chosen !== undefined && chosen !== back) await run(await operationNamed(chosen.operation), chosen.input);
  };
}

function actLabel({ operation, input }: Need['acts'][number]): string {
  switch (operation) {
    case queueResolve.name:
      return input.status === 'done' ? l10n.t('$(check) Mark as done') : l10n.t('$(circle-slash) Cancel the item');
    case taskFinish.name:
      return l10n.t('$(check-all) Finish the task');
    case laneOperationName('workerSpawn'):
      return l10n.t('$(add) Open another lane');
    case laneOperationName('workerRetry'):
      return l10n.t('$(debug-restart) Try again in the same lane');
    default:
      return l10n.t('$(reply) Answer, or return it to the queue');
  }
}

async function finishReviewHere(lane: string, environment: CommandEnvironment): Promise<unknown> {
  const { active } = environment.repositories;
  return active && showingRefusal(environment, () => finishReviewOf(environment, active, lane));
}

function pageOpener({ ref, item, lane }: InProgress, { run, actOnLane }: CommandEnvironment): Act {
  if (item !== null) return () => run(queueShow, { id: item });
  return lane === null ? () => run(taskShow, { task: ref }) : () => actOnLane('showPage', { lane });
}

export async function chooseRepository({ repositories }: CommandEnvironment): Promise<void> {
  const chosen = await askChoice({
    title: l10n.t('Choose Repository'),
    placeholder: l10n.t('Select a repository'),
    rows: repositories.all.map(repository => ({
      label: `${repository === repositories.active ? '$(check)' : '$(repo)'} ${asLabel(repository.name)}`,
      description: asLabel(repository.folder.fsPath),
      value: repository,
    })),
  });
  if (chosen !== undefined && chosen !== back) repositories.setActive(chosen);
}
