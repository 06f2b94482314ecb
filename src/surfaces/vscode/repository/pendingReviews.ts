import type * as vscode from 'vscode';

export interface PendingReviews {
  readonly onDidChange: vscode.Event<void>;
  /** Number of comments in a repository's lanes, by lane name. */
  countsIn(repository: string): ReadonlyMap<string, number>;
}
