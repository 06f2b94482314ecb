import * as vscode from 'vscode';
import type { Repository } from '../repository.js';

/** Scheme of the read-only pages with content of the store. */
export const pageScheme = 'stateroom';

/** The page of a work item, finding, task, lane or investigation: `ref` is `W-12`, `F-3`, `T-2`, `L-1` or `R-1`. */
export function pageUri(repository: Pick<Repository, 'id'>, ref: string): vscode.Uri {
  return vscode.Uri.from({ scheme: pageScheme, path: `/${ref}.md`, query: repository.id });
}

/** The inverse of `pageUri`; undefined for other documents. */
export function pageRefOf(uri: vscode.Uri): string | undefined {
  if (uri.scheme !== pageScheme) return undefined;
  return /^\/([WFTLR]-\d+)\.md$/.exec(uri.path)?.[1];
}
