import * as vscode from 'vscode';

/** Moves the keyboard focus to a view, by the command that the editor adds for each view. */
export async function focusView(view: 'findings' | 'lanes' | 'needsYou' | 'now' | 'queue'): Promise<void> {
  await vscode.commands.executeCommand(`stateroom.${view}.focus`);
}
