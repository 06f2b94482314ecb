import * as vscode from 'vscode';
import type { ContextKey } from '../../../manifest/contextKeys.js';

const values = new Map<ContextKey, string | number | boolean | undefined>();

/** Sets a context key for when clauses; a no-op for an unchanged value. */
export function setContextKey(key: ContextKey, value: string | number | boolean | undefined): void {
  if (values.has(key) && values.get(key) === value) return;
  values.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}

/** The value of a context key in a command's condition: ours as set here, or one of the editor's own. */
export function contextValue(key: string): unknown {
  switch (key) {
    case 'workspaceFolderCount':
      return vscode.workspace.workspaceFolders?.length ?? 0;
    case 'isWorkspaceTrusted':
      return vscode.workspace.isTrusted;
    case 'resourceScheme':
      return vscode.window.activeTextEditor?.document.uri.scheme;
    case 'activeWebviewPanelId':
      return webviewOf(vscode.window.tabGroups.activeTabGroup?.activeTab?.input);
    case 'editorLangId':
      return vscode.window.activeTextEditor?.document.languageId;
    default:
      return values.get(key as ContextKey);
  }
}

/** The view type of a webview tab, without the editor's prefix. */
function webviewOf(input: unknown): string | undefined {
  const { viewType } = (input ?? {}) as { readonly viewType?: unknown };
  return typeof viewType === 'string' ? viewType.replace(/^mainThreadWebview-/, '') : undefined;
}
