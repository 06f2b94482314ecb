import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { pageRefOf, pageScheme } from '../support/pageUri.js';
import { asLabel } from '../support/plainText.js';

const messageTime = 3000;

export function registerPageCommands(): vscode.Disposable {
  return vscode.commands.registerCommand('stateroom.page.copy', async (uri?: unknown) => {
    const wanted = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    if (wanted?.scheme !== pageScheme) return;
    const page = await vscode.workspace.openTextDocument(wanted);
    await vscode.env.clipboard.writeText(page.getText());
    const name = pageRefOf(wanted) ?? wanted.path.slice(1);
    vscode.window.setStatusBarMessage(`$(check) ${asLabel(l10n.t('Copied {0} as Markdown', name))}`, messageTime);
  });
}
