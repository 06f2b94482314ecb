import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { dayFile } from '../../../sample/dayFile.js';
import type { Day, Turn } from '../../../sample/sample.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { readLanes } from '../commands/lanePicker.js';
import { sampleTools } from '../compose.js';
import type { Dashboard } from '../dashboard/dashboard.js';
import type { Repository } from '../repository.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { askChoice, back } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import { answerTurn, whenAnswered } from './dayTurn.js';
import { removeSampleFolder } from './sampleCommands.js';
import { makeInHome } from './sampleHome.js';

interface Playing {
  readonly day: Day;
  readonly repository: Repository;
  turn: Turn | undefined;
}

/** Starts a demo in a new window, pauses or stops it. It ends with its window and leaves no process behind. */
export class DayCommand implements vscode.Disposable {
  private readonly trust: vscode.Disposable;
  private playing: Playing | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly environment: CommandEnvironment,
    private readonly dashboard: Dashboard,
  ) {
    this.trust = vscode.workspace.onDidGrantWorkspaceTrust(() => void this.begin());
  }

  dispose(): void {
    this.trust.dispose();
    this.playing?.day.stop();
  }

  /** Starts the demo that is pending in this window's repository, if any; otherwise costs one stat per folder. */
  async begin(): Promise<void> {
    if (!vscode.workspace.isTrusted || this.playing !== undefined) return;
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      if (uri.scheme !== 'file') continue;
      const isThere = await stat(join(dirname(uri.fsPath), dayFile)).then(
        () => true,
        () => false,
      );
      const repo = isThere ? this.environment.repositories.repositoryFor(uri) : undefined;
      if (repo !== undefined) await this.play(uri.fsPath, repo);
    }
  }

  /** Makes a demo, or asks about the running one. Returns the repository's folder if one was made. */
  async run(input: unknown): Promise<string | undefined> {
    const { playing } = this;
    if (playing !== undefined) {
      await this.steer(playing);
      return undefined;
    }
    return makeInHome(this.context, input, {
      asked: l10n.t('Play Demo'),
      doing: l10n.t('Creating a demo repository'),
      make: async (home, tools, progress) => {
        const { makeDay } = await import('../../../sample/sample.js');
        return makeDay(home, tools, progress);
      },
    });
  }

  private async steer({ day, repository: repo, turn }: Playing): Promise<void> {
    const chosen = await askChoice({
      title: l10n.t('Play Demo'),
      placeholder: l10n.t('The demo is running.'),
      rows: [
        ...(turn === undefined
          ? []
          : [
              {
                label: `$(check) ${turnWords(turn, turn.lane).button}`,
                description: turn.lane,
                value: 'answer' as const,
              },
            ]),
        day.isPaused
          ? { label: l10n.t('$(debug-continue) Continue'), value: 'goOn' as const }
          : { label: l10n.t('$(debug-pause) Pause'), value: 'pause' as const },
        { label: l10n.t('$(debug-stop) Stop'), description: l10n.t('the repository is kept'), value: 'stop' as const },
      ],
    });
    if (chosen === undefined || chosen === back) return;
    if (chosen === 'pause') day.pause();
    else if (chosen === 'goOn') day.goOn();
    else if (chosen === 'stop') day.stop();
    else if (turn !== undefined) await answerTurn(repo, turn, this.environment.notice);
  }

  private async play(repository: string, repo: Repository): Promise<void> {
    const { playDay, takeDay } = await import('../../../sample/sample.js');
    const pace = await takeDay(dirname(repository));
    // Another window was faster.
    if (pace === undefined || this.playing !== undefined) return;
    // Show progress twice: row by row in the views, and as a whole on the dashboard.
    this.dashboard.open();
    await vscode.commands.executeCommand('workbench.view.extension.stateroom');
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Play Demo'),
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, token) => {
      const day = playDay({
        repository,
        tools: sampleTools(this.context),
        pace,
        translate,
        tell: message => progress.report({ message }),
        person: { answer: (turn, signal) => this.ask(repo, turn, signal) },
      });
      this.playing = { day, repository: repo, turn: undefined };
      token.onCancellationRequested(() => day.stop());
      try {
        if (await day.over) this.tellEnd(repository);
      } catch (error) {
        const reason = asMessage(causeOf(error));
        void vscode.window.showWarningMessage(l10n.t('The demo stopped. Its repository is kept. Reason: {0}', reason));
      } finally {
        this.playing = undefined;
      }
    });
  }

  /** Offers the person's action in a notification; the views and other surfaces work as well. */
  private async ask(repo: Repository, turn: Turn, signal: AbortSignal): Promise<void> {
    const { playing } = this;
    const answered = whenAnswered(repo, turn, signal);
    const lane = (await readLanes(repo, false)).find(one => one.lane === turn.lane);
    const { question, button } = turnWords(turn, lane === undefined ? turn.lane : laneLabel(lane));
    const name = asMessage(await repo.personName());
    let isOver = false;
    const { notice, actOnLane } = this.environment;
    const look = l10n.t('Show Changes');
    const offer = async (): Promise<void> => {
      const chosen = await vscode.window.showInformationMessage(question(name), button, look);
      if (isOver || chosen === undefined) return;
      if (chosen === button) return answerTurn(repo, turn, notice);
      await actOnLane('showChanges', { lane: turn.lane });
      // The choice closed the notification, but the person still has to decide.
      return isOver ? undefined : offer();
    };
    void offer().catch(error => notice.showError(l10n.t('The action failed.'), error));
    if (playing !== undefined) playing.turn = turn;
    const waiting = showWaiting(button, question(name));
    try {
      await answered;
    } finally {
      isOver = true;
      waiting.dispose();
      if (playing !== undefined) playing.turn = undefined;
    }
  }

  private tellEnd(repository: string): void {
    const remove = l10n.t('Remove Sample Repository');
    void vscode.window
      .showInformationMessage(l10n.t('Demo finished. Open lanes still need a review or a new worker.'), remove)
      .then(chosen => {
        if (chosen !== remove) return;
        void removeSampleFolder(this.context, { folder: dirname(repository) });
      });
  }
}

/** Offers the same buttons in the status bar until answered: the notification hides after some seconds. */
function showWaiting(button: string, question: string): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('stateroom.demo', vscode.StatusBarAlignment.Left);
  item.name = l10n.t('Play Demo');
  item.text = `$(bell-dot) ${l10n.t('Your turn: {0}', button)}`;
  item.tooltip = question;
  item.command = 'stateroom.playDay';
  item.show();
  return item;
}

/** The question and the button of a turn; `lane` is the lane's name in the question. */
function turnWords(turn: Turn, lane: string): { question(name: string): string; button: string } {
  if (turn.act === 'merge') {
    return {
      question: name => l10n.t('Approve and merge “{0}”? This is recorded under your name ({1}).', lane, name),
      button: l10n.t('Approve and Merge'),
    };
  }
  return {
    question: name =>
      l10n.t(
        'Request changes on “{0}” because of {1}? This is recorded under your name ({2}).',
        lane,
        turn.finding,
        name,
      ),
    button: l10n.t('Request Changes'),
  };
}
