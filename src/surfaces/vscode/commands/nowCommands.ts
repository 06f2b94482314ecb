import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import * as z from 'zod';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { actionComplete } from '../../../operations/action/actionComplete.js';
import { actionSkip } from '../../../operations/action/actionSkip.js';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../../../operations/evidence/evidenceShow.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { planRegister } from '../../../operations/plan/planRegister.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { openRepositoryAt, readStanding } from '../repository/repositoryRef.js';
import { focusView } from '../support/focusView.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { type Answer, askChoice, back } from '../support/prompt.js';
import { completeAction } from '../views/now/completeAction.js';
import { readCall } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { registerCommands } from './registerCommands.js';
import { askTask } from './taskPickers.js';

export function registerNowCommands(environment: CommandEnvironment): vscode.Disposable {
  const { nowView } = environment;
  const commands = new NowCommands(environment);
  return registerCommands(environment, {
    'now.refresh': () => nowView.refresh(),
    'now.followWorkTree': () => nowView.choose(undefined),
    'now.markSeen': () => nowView.markSeen(),
    'now.tick': (...args) => commands.tick(args),
    'now.openWorkTree': (...args) => commands.openWorkTree(args),
    'now.chooseTask': (...args) => commands.chooseTask(args),
    'now.openPlan': (...args) => commands.openPlan(args),
    'now.prove': (...args) => commands.prove(args),
    'now.actOnAction': (...args) => commands.actOnAction(args),
    'now.revealRow': (id, at, task) => commands.revealRow(id, at, task),
  });
}

/** Duration of a status bar message, in ms. */
const messageTime = 5000;

const tickedRow = z.object({ row: z.object({ tick: z.object({ action: z.string(), ticked: z.boolean() }) }) });

export class NowCommands {
  constructor(private readonly environment: CommandEnvironment) {}

  /** Shows a task in the view, independent of the checked-out branch. */
  async chooseTask(args: readonly unknown[]): Promise<void> {
    const { nowView } = this.environment;
    // The title bar passes the row with the keyboard focus, which mostly belongs to the task that is already shown.
    const isShown = readCall(args, () => []).input.task === nowView.shownTask;
    const task = await this.task(isShown ? [] : args, l10n.t('Choose Task'), l10n.t('Select a task to show'));
    if (task === undefined) return;
    await nowView.choose(task);
    await nowView.reveal(`task.${task}`);
  }

  async openWorkTree(args: readonly unknown[]): Promise<void> {
    const { repositories } = this.environment;
    const repository = repositories.active;
    const task = await this.task(args, l10n.t('Open Task Worktree'), l10n.t('Select a task to open its worktree'));
    if (repository === undefined || task === undefined) return;
    const { workTree, ref } = (await invokeOrThrow(repository, taskShow, { task })).task;
    if (workTree === null || workTree === repository.top) {
      const text = workTree === null ? l10n.t('{0} has no worktree.', ref) : l10n.t('{0} is open in this window.', ref);
      vscode.window.setStatusBarMessage(`$(info) ${asLabel(text)}`, messageTime);
      return;
    }
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(workTree), { forceNewWindow: true });
  }

  /** Opens a plan, by default that of the shown task; optionally at a line, from 1. */
  async openPlan(args: readonly unknown[]): Promise<void> {
    const { nowView, repositories, notice } = this.environment;
    const { input } = readCall(args, () => []);
    const now = nowView.atHand;
    const path = typeof input.plan === 'string' ? input.plan : now?.plan?.plan.path;
    const top = now?.task?.workTree ?? repositories.active?.top;
    if (path === undefined || top === undefined) {
      await this.offerPlan();
      return;
    }
    const line = typeof input.line === 'number' ? input.line - 1 : 0;
    const selection = new vscode.Range(line, 0, line, 0);
    try {
      await vscode.window.showTextDocument(vscode.Uri.file(join(top, path)), { preview: true, selection });
    } catch {
      notice.showError(l10n.t('Cannot open {0}.', path), new Error(l10n.t('File not found.')));
    }
  }

  /** Runs a command as evidence: that of outdated evidence, else the given one, else asks. */
  async prove(args: readonly unknown[]): Promise<void> {
    const { repositories, nowView, run } = this.environment;
    const repository = repositories.active;
    const { about } = readCall(args, () => []).input;
    const task = nowView.shownTask === undefined ? {} : { task: nowView.shownTask };
    if (typeof about !== 'string' || repository === undefined) {
      await run(evidenceRun, task);
      return;
    }
    if (!/^E-\d+$/.test(about)) {
      await run(evidenceRun, { ...task, command: [about], directory: '' });
      return;
    }
    const { command, directory } = (await invokeOrThrow(repository, evidenceShow, { id: about, tail: 0 })).evidence;
    await run(evidenceRun, { ...task, command: [command], directory });
  }

  /** Completes the next action of the focused row; on other rows Space acts as in every tree. */
  async tick([brought]: readonly unknown[]): Promise<void> {
    const [focused] = Array.isArray(brought) ? brought : [];
    const row = tickedRow.safeParse(focused).data?.row;
    if (row !== undefined) await this.environment.nowView.tick(row, true);
    else await vscode.commands.executeCommand('list.toggleExpand');
  }

  async actOnAction(args: readonly unknown[]): Promise<void> {
    const { repositories, notice, run } = this.environment;
    const { id } = readCall(args, () => []).input;
    const repository = repositories.active;
    if (typeof id !== 'string' || repository === undefined) return;
    const chosen = await this.askOutcome(id);
    if (chosen === actionComplete) await completeAction(repository, id, notice);
    else if (chosen === actionSkip) await run(actionSkip, { id });
  }

  /** Selects a row; first switches the view to the row's repository, worktree or task if it differs. */
  async revealRow(id: unknown, standing?: unknown, task?: unknown): Promise<void> {
    const { nowView, repositories, notice } = this.environment;
    const at = readStanding(standing);
    if (at !== undefined) {
      const repository = openRepositoryAt(repositories, at);
      if (isRefusal(repository)) return notice.show(repository);
      if (repositories.lookAt(repository, vscode.Uri.file(at.folder))) await nowView.refresh();
    }
    if (typeof task === 'string' && task !== nowView.shownTask) {
      await nowView.choose(task);
      await nowView.refresh();
    }
    await focusView('now');
    if (typeof id === 'string') await nowView.reveal(id);
  }

  private askOutcome(id: string): Promise<Answer<AnyOperation>> {
    return askChoice({
      title: l10n.t('Next Action {0}', id),
      placeholder: l10n.t('Choose an outcome'),
      rows: [
        { label: l10n.t('$(check) Mark as done'), value: actionComplete },
        { label: l10n.t('$(circle-slash) Skip'), value: actionSkip },
      ],
    });
  }

  private async task(args: readonly unknown[], title: string, placeholder: string): Promise<string | undefined> {
    const { repositories } = this.environment;
    const { task } = readCall(args, () => []).input;
    if (typeof task === 'string') return task;
    if (repositories.active === undefined) repositories.reconcile();
    const repository = repositories.active;
    if (repository === undefined) return undefined;
    const chosen = await askTask(repository, { title, placeholder, which: 'live' });
    return chosen === undefined || chosen === back ? undefined : chosen.ref;
  }

  private async offerPlan(): Promise<void> {
    const register = l10n.t('Register Plan');
    const text = asMessage(l10n.t('The task has no plan.'));
    const chosen = await vscode.window.showInformationMessage(text, register);
    if (chosen === register) await this.environment.run(planRegister, {});
  }
}
