import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { dashboardCommand, dashboardViewType } from '../../../manifest/dashboard.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { openRepositoryAt, readStanding } from '../repository/repositoryRef.js';
import type { Repositories } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { type DashboardEnvironment, DashboardPanel } from './dashboardPanel.js';

interface RegisteredEnvironment extends DashboardEnvironment {
  readonly repositories: Pick<RepositoryManager, keyof Repositories>;
}

/** Registers the dashboard: one per window, opened by its command, reopened with the window. Reads nothing until it is visible. */
export function registerDashboard(
  context: vscode.ExtensionContext,
  environment: RegisteredEnvironment,
): vscode.Disposable {
  const owned = new Disposables();
  let open: DashboardPanel | undefined;
  const show = (panel: vscode.WebviewPanel): void => {
    const shown = new DashboardPanel(panel, context.extensionUri, environment);
    open = shown;
    // On the panel itself: listeners owned by the dashboard are disposed before they would be called.
    panel.onDidDispose(() => {
      if (open === shown) open = undefined;
    });
  };
  owned.add(
    vscode.commands.registerCommand(dashboardCommand, (_input?: unknown, at?: unknown) => {
      const { repositories, notice } = environment;
      const standing = readStanding(at);
      const opened = standing === undefined ? undefined : openRepositoryAt(repositories, standing);
      if (isRefusal(opened)) {
        notice.show(opened);
        return opened;
      }
      if (opened !== undefined) repositories.setActive(opened);
      if (open !== undefined) return open.reveal();
      show(
        vscode.window.createWebviewPanel(dashboardViewType, l10n.t('Stateroom Dashboard'), vscode.ViewColumn.Active, {
          enableScripts: true,
        }),
      );
    }),
  );
  owned.add(
    vscode.window.registerWebviewPanelSerializer(dashboardViewType, {
      deserializeWebviewPanel: async panel => {
        if (open === undefined) show(panel);
        else panel.dispose();
      },
    }),
  );
  owned.add({ dispose: () => open?.dispose() });
  return owned;
}
