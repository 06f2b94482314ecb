import * as vscode from 'vscode';
import { asLabel } from './plainText.js';

/** Says in the status bar, for five seconds, what was done. */
export function sayDone(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${asLabel(text)}`, 5000);
}
