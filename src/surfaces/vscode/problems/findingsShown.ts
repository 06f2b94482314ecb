import * as vscode from 'vscode';
import { settingKeys } from '../../../manifest/settingKeys.js';

/** In which ways the open findings show on the code. */
export interface FindingsShown {
  /** As problems of the editor. */
  readonly problems: boolean;
  /** As comment threads between the lines. */
  readonly comments: boolean;
  /** With a mark in the gutter and the overview ruler, and with their history when pointed at. */
  readonly marks: boolean;
}

/** How the setting wants the findings of a file shown. Unknown values, such as the old `off`, show nothing. */
export function findingsShown(uri: vscode.Uri): FindingsShown {
  const set = vscode.workspace.getConfiguration('stateroom', uri).get(settingKeys.findingsShow);
  const problems = set === 'problems' || set === 'both';
  const comments = set === 'comments' || set === 'both';
  return { problems, comments, marks: problems || comments };
}

/** Calls back when the setting changes. */
export function onFindingsShownChange(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(change => {
    if (change.affectsConfiguration(`stateroom.${settingKeys.findingsShow}`)) changed();
  });
}
