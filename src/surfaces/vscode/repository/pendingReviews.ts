import type * as vscode from 'vscode';

/** What the person has said in reviews of lanes that are not finished. */
export interface PendingReviews {
  readonly onDidChange: vscode.Event<void>;
  /** How many comments there are in each lane of a repository, by the lanes' names. */
  countsIn(repository: string): ReadonlyMap<string, number>;
}
