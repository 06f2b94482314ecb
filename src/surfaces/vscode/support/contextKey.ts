import * as vscode from 'vscode';
import type { ContextKey } from '../../../manifest/contextKeys.js';

const values = new Map<ContextKey, string | number | boolean | undefined>();

/** Sets a context key for when clauses; setting the same value again costs nothing. */
export function setContextKey(key: ContextKey, value: string | number | boolean | undefined): void {
  if (values.has(key) && values.get(key) === value) return;
  values.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
