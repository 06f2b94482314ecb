import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { dashboardCommand, dashboardViewType } from '../../../manifest/dashboard.js';
import { readStanding } from '../rooms/roomStanding.js';
import { Disposables } from '../support/disposables.js';
import { type DashboardEnvironment, DashboardPanel } from './dashboardPanel.js';

/** The dashboard: one per window, opened by its command, reopened with the window. Reads nothing until it is seen. */
export function registerDashboard(
  context: vscode.ExtensionContext,
  environment: DashboardEnvironment,
): vscode.Disposable {
  const owned = new Disposables();
  let open: DashboardPanel | undefined;
  const show = (panel: vscode.WebviewPanel): void => {
    const shown = new DashboardPanel(panel, context.extensionUri, environment);
    open = shown;
    // Of the panel itself: what the dashboard owns has ended before its turn would come.
    panel.onDidDispose(() => {
      if (open === shown) open = undefined;
    });
  };
  owned.add(
    vscode.commands.registerCommand(dashboardCommand, (_input?: unknown, at?: unknown) => {
      const { rooms } = environment;
      const asked = rooms.all.find(({ id }) => id === readStanding(at)?.room);
      if (asked !== undefined) rooms.setActive(asked);
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
