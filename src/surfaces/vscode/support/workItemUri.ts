import * as vscode from 'vscode';
import type { Room } from '../room.js';

/** Scheme of the read-only pages that show what the store holds. */
export const workItemScheme = 'stateroom';

/** The page of a work item: `ref` is `W-12`. */
export function workItemUri(room: Room, ref: string): vscode.Uri {
  return vscode.Uri.from({ scheme: workItemScheme, path: `/${ref}.md`, query: room.id });
}

/** The `W-12` that a page shows; undefined for other documents. */
export function workItemRefOf(uri: vscode.Uri): string | undefined {
  if (uri.scheme !== workItemScheme) return undefined;
  return /^\/(W-\d+)\.md$/.exec(uri.path)?.[1];
}
