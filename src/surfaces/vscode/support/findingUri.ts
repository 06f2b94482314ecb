import * as vscode from 'vscode';
import type { Room } from '../room.js';
import { workItemScheme } from './workItemUri.js';

/** The page of a finding: `ref` is `F-12`. */
export function findingUri(room: Room, ref: string): vscode.Uri {
  return vscode.Uri.from({ scheme: workItemScheme, path: `/${ref}.md`, query: room.id });
}

/** The `F-12` that a page shows; undefined for other documents. */
export function findingRefOf(uri: vscode.Uri): string | undefined {
  if (uri.scheme !== workItemScheme) return undefined;
  return /^\/(F-\d+)\.md$/.exec(uri.path)?.[1];
}
