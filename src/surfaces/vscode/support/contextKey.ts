import * as vscode from 'vscode';
import type { ContextKey } from '../../../manifest/contextKeys.js';

const known = new Map<ContextKey, string | number | boolean | undefined>();

/** Sets a context key for when clauses; setting the same value again costs nothing. */
export function setContextKey(key: ContextKey, value: string | number | boolean | undefined): void {
  if (known.has(key) && known.get(key) === value) return;
  known.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
