import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { commandOf } from '../../../operations/commandOf.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { type Now, repositoryNow } from '../../../operations/repository/repositoryNow.js';
import { storeBackup } from '../../../operations/store/storeBackup.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { taskStatusLooks } from '../../../present/status.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { workItemChoice } from '../commands/workItemPicker.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, back, type ChoiceRow } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import { type LaneNeedRow, readLaneNeeds } from '../views/lanes/laneNeeds.js';
import type { RepositoryCondition } from './repositoryState.js';

/** What a choice does. */
type Act = () => Thenable<unknown> | undefined;

/** The menu behind the status bar item: what needs you, what runs, and the next acts. */
export async function showStatusMenu(environment: CommandEnvironment): Promise<void> {
  const { status } = environment;
  await status.refresh();
  const condition = status.current;
  const needs = await readNeeds(condition, environment);
  const chosen = await askChoice<Act>({
    title:
      condition.repository === undefined ? l10n.t('Stateroom') : l10n.t('Stateroom: {0}', condition.repository.name),
    placeholder: headline(condition, needs.length),
    rows: rowsOf(condition, environment, await readNow(condition), needs),
  });
  if (typeof chosen === 'function') await chosen();
}

function headline({ state, status, reason }: RepositoryCondition, laneNeeds: number): string {
  if (reason !== undefined) return asMessage(reason);
  if (state === 'none') return l10n.t('No folder is open.');
  if (state === 'noRepository') return l10n.t('No folder in this window is in a git repository.');
  const counts = status?.counts;
  if (!counts || state === 'absent') return l10n.t('The queue of this repository is empty.');
  return l10n.t(
    'Needs you: {0} · Ready: {1} · In flight: {2} · Waiting: {3}',
    counts.needs_you + laneNeeds,
    counts.ready,
    counts.in_flight,
    counts.blocked + counts.scheduled,
  );
}

/** The current work, if the store can be read. */
async function readNow({ repository, state }: RepositoryCondition): Promise<Now | undefined> {
  if (repository === undefined || (state !== 'ready' && state !== 'readOnly')) return undefined;
  const now = await repository.invoke(repositoryNow, {});
  return isRefusal(now) ? undefined : now;
}

async function readNeeds(
  { repository, state }: RepositoryCondition,
  { clock }: CommandEnvironment,
): Promise<readonly LaneNeedRow[]> {
  if (repository === undefined || (state !== 'ready' && state !== 'readOnly')) return [];
  return (await repository.hasLanes()) ? readLaneNeeds(repository, clock.now()) : [];
}

function rowsOf(
  condition: RepositoryCondition,
  environment: CommandEnvironment,
  now: Now | undefined,
  needs: readonly LaneNeedRow[],
): ChoiceRow<Act>[] {
  const { clock, repositories, openLog } = environment;
  const at = clock.now();
  const run =
    (command: string, ...input: unknown[]): Act =>
    () =>
      vscode.commands.executeCommand(command, ...input);
  const row = (label: string, act: Act, description = ''): ChoiceRow<Act> => ({ label, description, value: act });
  const separator = (label: string): ChoiceRow<Act> => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const item = (workItem: WorkItem, act: Act): ChoiceRow<Act> => ({ ...workItemChoice(workItem, at), value: act });
  const { state, status, repository } = condition;
  const rows: ChoiceRow<Act>[] = [];
  if (state === 'gone') {
    rows.push(row(l10n.t('$(refresh) Try again'), run('stateroom.queue.refresh')));
    rows.push(row(l10n.t('$(folder-opened) Open folder'), run('vscode.openFolder')));
  }
  if (state === 'corrupt' || state === 'tooNew' || state === 'failed' || state === 'readOnly') {
    rows.push(separator(l10n.t('The store')));
    if (state !== 'tooNew') rows.push(row(l10n.t('$(pulse) Check store'), run(commandOf(storeCheck))));
    if (state === 'corrupt') rows.push(row(l10n.t('$(save-all) Back up readable data'), run(commandOf(storeBackup))));
    if (state === 'tooNew') {
      rows.push(
        row(
          l10n.t('$(cloud-download) Check for extension updates'),
          run('workbench.extensions.action.checkForUpdates'),
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
    if (task == null) rows.push(row(l10n.t('$(list-selection) Select task…'), run('stateroom.now.chooseTask')));
    else {
      const label = `$(rocket) ${asLabel(`${task.ref} ${task.objective}`)}`;
      rows.push(row(label, run('stateroom.now.focus'), taskStatusLooks[task.status].word(translate)));
      rows.push(row(l10n.t('$(shield) Check gates'), run('stateroom.now.revealRow', 'gate.review-ready')));
    }
  }
  if (needs.length > 0) {
    rows.push(separator(l10n.t('Lanes that need you')));
    const act = ({ command }: LaneNeedRow): Act =>
      run(command?.command ?? 'stateroom.lanes.focus', ...(command?.arguments ?? []));
    rows.push(...needs.map(need => ({ label: need.label, description: need.description, value: act(need) })));
  }
  if (status !== undefined && status.needsYou.length > 0) {
    rows.push(separator(l10n.t('Needs you')));
    rows.push(...status.needsYou.map(each => item(each, run(commandOf(queueAdvance), { id: each.id }))));
  }
  if (status !== undefined && status.inFlight.length > 0) {
    rows.push(separator(l10n.t('In flight')));
    rows.push(...status.inFlight.map(each => item(each, run(commandOf(queueShow), { id: each.id }))));
  }
  if (repository !== undefined) {
    rows.push(separator(l10n.t('Actions')));
    rows.push(row(l10n.t('$(add) Add work item'), run(commandOf(queueAdd))));
    if (status?.next) {
      rows.push(
        row(
          l10n.t('$(play) Claim next work item'),
          run(commandOf(queueNext)),
          asLabel(`${status.next.ref} ${status.next.title}`),
        ),
      );
    }
    rows.push(row(l10n.t('$(list-ordered) Show queue'), run('stateroom.queue.focus')));
    rows.push(row(l10n.t('$(plug) Connect an agent…'), run('stateroom.connectAgent')));
  }
  if (repositories.all.length > 1)
    rows.push(row(l10n.t('$(repo) Select another repository…'), run('stateroom.chooseRepository')));
  if (state === 'none') rows.push(row(l10n.t('$(folder-opened) Open folder'), run('vscode.openFolder')));
  if (state === 'noRepository') rows.push(row(l10n.t('$(repo) Initialize git repository'), run('git.init')));
  return rows;
}

/** Asks which repository views and commands show. */
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
