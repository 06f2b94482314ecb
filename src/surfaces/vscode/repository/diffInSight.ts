import * as vscode from 'vscode';
import { revisionOf } from './revision.js';

/** Scheme of multi-file diffs. */
const schemeOfAll = 'multi-diff-editor';
/** A file of each multi-file diff opened here, by its title: VS Code does not expose the files of such a tab. */
const opened = new Map<string, vscode.Uri>();

/** Remembers a lane's diff by one of its files; closes others of the same title: their buttons would be ambiguous. */
export async function rememberDiff(title: string, file: vscode.Uri): Promise<void> {
  const earlier = opened.get(title);
  opened.set(title, file);
  if (earlier === undefined || earlier.toString() === file.toString()) return;
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const others = tabs.filter(tab => isDiffCalled(tab, title));
  if (others.length > 0) await vscode.window.tabGroups.close(others, true);
}

/** A file of the lane's diff in the active tab: the focused one, else one of a multi-file diff. */
export function diffInSight(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active !== undefined && revisionOf(active) !== undefined) return active;
  const tab = vscode.window.tabGroups.activeTabGroup?.activeTab;
  if (tab === undefined || tab.input !== undefined) return undefined;
  return [...opened].find(([title]) => isDiffCalled(tab, title))?.[1];
}

/** The argument of a button in the editor's title; for a multi-file diff, a file of it. */
export function fileOfDiff(given: unknown): unknown {
  return given instanceof vscode.Uri && given.scheme === schemeOfAll ? (diffInSight() ?? given) : given;
}

/** True for the tab of a multi-file diff with this title, to which the editor appends the number of files. */
export function isDiffCalled({ input, label }: vscode.Tab, title: string): boolean {
  return input === undefined && (label === title || label.startsWith(`${title} (`));
}
