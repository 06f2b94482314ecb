import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import { dashboardCommand, dashboardViewType } from '../../../manifest/dashboard.js';
import { openRepositoryAt, readStanding } from '../repository/repositoryRef.js';
import { Disposables } from '../support/disposables.js';
import type { DashboardEnvironment } from './dashboardPanel.js';

/** One dashboard per window, opened by its command, reopened with the window. Reads nothing, and loads little, until then. */
export class Dashboard implements vscode.Disposable {
  private readonly owned = new Disposables();
  private panel: vscode.WebviewPanel | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly environment: DashboardEnvironment,
  ) {}

  register(): vscode.Disposable {
    this.owned.add(
      vscode.commands.registerCommand(dashboardCommand, (_input?: unknown, at?: unknown) => this.open(at)),
    );
    this.owned.add(
      vscode.window.registerWebviewPanelSerializer(dashboardViewType, {
        deserializeWebviewPanel: async panel => {
          if (this.panel === undefined) this.show(panel);
          else panel.dispose();
        },
      }),
    );
    return this;
  }

  dispose(): void {
    this.panel?.dispose();
    this.owned.dispose();
  }

  /** Opens or reveals the dashboard, of the repository `at` if given; returns a refusal if that is gone. */
  open(at?: unknown): Refusal | undefined {
    const { repositories, notice } = this.environment;
    const standing = readStanding(at);
    const repository = standing === undefined ? undefined : openRepositoryAt(repositories, standing);
    if (isRefusal(repository)) {
      notice.show(repository);
      return repository;
    }
    if (repository !== undefined) repositories.setActive(repository);
    if (this.panel === undefined) {
      const title = l10n.t('Stateroom Home');
      const options = { enableScripts: true };
      this.show(vscode.window.createWebviewPanel(dashboardViewType, title, vscode.ViewColumn.Active, options));
    } else this.panel.reveal();
    return undefined;
  }

  private show(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    // On the panel itself: listeners owned by the dashboard are disposed before they would be called.
    panel.onDidDispose(() => {
      if (this.panel === panel) this.panel = undefined;
    });
    void this.draw(panel).catch(error => this.environment.log.error('Home could not be drawn.', error));
  }

  private async draw(panel: vscode.WebviewPanel): Promise<void> {
    const { DashboardPanel } = await import('./dashboardPanel.js');
    // Its owner may have closed it meanwhile.
    if (this.panel === panel) new DashboardPanel(panel, this.extensionUri, this.environment);
  }
}
