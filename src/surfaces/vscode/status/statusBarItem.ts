import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import type { RepositoryCondition, RepositoryState, StatusOutput } from '../repository/repositoryState.js';
import { Disposables } from '../support/disposables.js';
import { asLabel } from '../support/plainText.js';
import { needsYouText } from '../views/needsYou/needsYouText.js';
import type { TaskAtHand } from '../views/now/taskAtHand.js';
import { gateText } from './gateText.js';

const settingKey = 'stateroom.statusBar.visible';

type Totals = NonNullable<StatusOutput['totals']>;

/** Open reasons of the task's gate, needs and work in progress. Visible only in repositories that use Stateroom. */
export class StatusBarItem implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly item: vscode.StatusBarItem;
  private visible = false;

  constructor(
    private readonly status: RepositoryState,
    private readonly task: TaskAtHand,
  ) {
    this.item = this.owned.add(
      vscode.window.createStatusBarItem('stateroom.status', vscode.StatusBarAlignment.Left, 1),
    );
    this.item.name = l10n.t('Stateroom');
    this.owned.add(status.onDidRead(() => this.show()));
    this.owned.add(status.onDidReadOpenWork(() => this.show()));
    this.owned.add(task.onDidChange(() => this.show()));
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (!change.affectsConfiguration(settingKey)) return;
        this.followTask();
        void this.task.read();
        this.show();
      }),
    );
    this.followTask();
  }

  get shown(): { readonly text: string; readonly tooltip: string; readonly visible: boolean } {
    const { tooltip } = this.item;
    return { text: this.item.text, tooltip: typeof tooltip === 'string' ? tooltip : '', visible: this.visible };
  }

  dispose(): void {
    this.owned.dispose();
  }

  private get isWanted(): boolean {
    return vscode.workspace.getConfiguration().get(settingKey, true);
  }

  private followTask(): void {
    this.task.follow('stateroom.status', this.isWanted ? 'quiet' : 'none');
  }

  private show(): void {
    const condition = this.status.current;
    const { state, status } = condition;
    if (!this.isWanted || state === 'none' || state === 'noRepository' || state === 'absent') {
      this.visible = false;
      this.item.hide();
      return;
    }
    this.visible = true;
    const { counts, totals } = status ?? {};
    if (!counts || !totals || state === 'gone' || state === 'corrupt' || state === 'tooNew' || state === 'failed')
      this.showFailure(condition);
    else this.showCounts(totals, counts.ready);
    this.item.show();
  }

  private showFailure({ reason }: RepositoryCondition): void {
    const text = oneLine(reason ?? l10n.t('Cannot read the store.'));
    this.item.text = l10n.t('$(error) Stateroom');
    this.item.tooltip = text;
    this.item.accessibilityInformation = { label: l10n.t('Stateroom: {0}', text) };
    this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
    this.item.command = 'stateroom.showStatus';
  }

  private showCounts({ needsYou: needs, inProgress }: Totals, ready: number): void {
    const gate = gateText(this.task.now?.task, this.task.gates);
    const queue = [
      needs === 0 ? l10n.t('Nothing needs your attention') : needsYouText(needs),
      l10n.t('{0} in progress', inProgress),
      l10n.t('{0} ready', ready),
    ].join(', ');
    // With several repositories in the window, name the one that the numbers are about.
    const { repositoryName } = this.status;
    const name = repositoryName === undefined ? undefined : oneLine(repositoryName);
    const queueIcons = `$(inbox) ${needs} $(play) ${inProgress}`;
    this.item.text = [asLabel(name ?? ''), gate?.text, queueIcons].filter(part => part).join(' ');
    const repository = name === undefined ? [] : [l10n.t('Repository: {0}', name)];
    this.item.tooltip =
      gate === undefined
        ? [l10n.t('Stateroom: {0}', queue), ...repository].join('\n')
        : [...repository, ...gate.lines, '', queue].join('\n');
    const spoken = [...repository, ...(gate === undefined ? [] : gate.spoken), queue].join(', ');
    this.item.accessibilityInformation = { label: l10n.t('Stateroom: {0}', spoken) };
    this.item.backgroundColor = needs === 0 ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.item.command = gate === undefined ? 'stateroom.showStatus' : 'stateroom.now.focus';
  }
}
