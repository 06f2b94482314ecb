import * as vscode from 'vscode';
import { asLabel } from './plainText.js';

/** Shows a completed act in the status bar for five seconds. */
export function sayDone(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${asLabel(text)}`, 5000);
}
