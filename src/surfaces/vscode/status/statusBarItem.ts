import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Disposables } from '../support/disposables.js';
import { oneLine } from '../support/plainText.js';
import { needsYouText } from '../views/queue/needsYouText.js';
import type { RoomCondition, RoomStatus } from './roomStatus.js';

/** The one status bar item: what needs you and what runs; it appears only in repositories that use Stateroom. */
export class StatusBarItem implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly item: vscode.StatusBarItem;
  private readonly status: RoomStatus;
  private visible = false;

  constructor(status: RoomStatus) {
    this.status = status;
    this.item = this.owned.add(
      vscode.window.createStatusBarItem('stateroom.status', vscode.StatusBarAlignment.Left, 1),
    );
    this.item.name = l10n.t('Stateroom');
    this.item.command = 'stateroom.showStatus';
    this.owned.add(status.onDidRead(condition => this.show(condition)));
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('stateroom.statusBar.visible')) this.show(this.status.current);
      }),
    );
  }

  /** What it shows now. */
  get shown(): { readonly text: string; readonly tooltip: string; readonly visible: boolean } {
    const { tooltip } = this.item;
    return { text: this.item.text, tooltip: typeof tooltip === 'string' ? tooltip : '', visible: this.visible };
  }

  dispose(): void {
    this.owned.dispose();
  }

  private show(condition: RoomCondition): void {
    const wanted = vscode.workspace.getConfiguration('stateroom').get('statusBar.visible', true);
    const { state, status, reason } = condition;
    if (!wanted || state === 'none' || state === 'noRepository' || state === 'absent') {
      this.visible = false;
      this.item.hide();
      return;
    }
    this.visible = true;
    const counts = status?.counts;
    if (!counts || state === 'corrupt' || state === 'tooNew' || state === 'failed') {
      this.item.text = l10n.t('$(error) Stateroom');
      this.item.tooltip = oneLine(reason ?? l10n.t('The store cannot be read.'));
      this.item.accessibilityInformation = { label: l10n.t('Stateroom: {0}', this.item.tooltip) };
      this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
      this.item.show();
      return;
    }
    this.item.text = `$(inbox) ${counts.needs_you} $(play) ${counts.in_flight}`;
    const sentences = [
      counts.needs_you === 0 ? l10n.t('Nothing needs you') : needsYouText(counts.needs_you),
      l10n.t('{0} in flight', counts.in_flight),
      l10n.t('{0} ready', counts.ready),
    ];
    this.item.tooltip = l10n.t('Stateroom: {0}', sentences.join(', '));
    this.item.accessibilityInformation = { label: this.item.tooltip };
    this.item.backgroundColor =
      counts.needs_you === 0 ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.item.show();
  }
}
