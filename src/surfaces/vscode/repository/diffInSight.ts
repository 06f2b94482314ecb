import * as vscode from 'vscode';
import { revisionOf } from './revision.js';

/** Of a diff of several files. */
const schemeOfAll = 'multi-diff-editor';
/** A file of each multi-file diff that was opened here, by its title: VS Code does not say what such a tab holds. */
const opened = new Map<string, vscode.Uri>();

/**
 * Keeps whose diff of several files has this title. `file` is a side of one of them. Another diff with this title, as of an earlier
 * commit or of another repository, is closed: no one could tell which of them a button is pressed in.
 */
export async function rememberDiff(title: string, file: vscode.Uri): Promise<void> {
  const earlier = opened.get(title);
  opened.set(title, file);
  if (earlier === undefined || earlier.toString() === file.toString()) return;
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const others = tabs.filter(tab => isDiffCalled(tab, title));
  if (others.length > 0) await vscode.window.tabGroups.close(others, true);
}

/** A file of the lane's diff in sight: the one with the keyboard, else one of a diff of several files. */
export function diffInSight(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active !== undefined && revisionOf(active) !== undefined) return active;
  const tab = vscode.window.tabGroups.activeTabGroup?.activeTab;
  if (tab === undefined || tab.input !== undefined) return undefined;
  return [...opened].find(([title]) => isDiffCalled(tab, title))?.[1];
}

/** The address that a button of the editor's title brings, as a file of a lane's diff where it is of several files. */
export function fileOfDiff(given: unknown): unknown {
  return given instanceof vscode.Uri && given.scheme === schemeOfAll ? (diffInSight() ?? given) : given;
}

/** True for the tab of a diff of several files with this title, to which the editor adds how many there are. */
export function isDiffCalled({ input, label }: vscode.Tab, title: string): boolean {
  return input === undefined && (label === title || label.startsWith(`${title} (`));
}
