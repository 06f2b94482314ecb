import * as vscode from 'vscode';
import { settingKeys } from '../../../manifest/settingKeys.js';

export interface FindingsShown {
  readonly problems: boolean;
  readonly comments: boolean;
  /** As marks in the gutter and the overview ruler, with their history in a hover. */
  readonly marks: boolean;
}

/** Reads the setting for a file. Unknown values, such as the old `off`, show nothing. */
export function findingsShown(uri: vscode.Uri): FindingsShown {
  const set = vscode.workspace.getConfiguration('stateroom', uri).get(settingKeys.findingsShow);
  const problems = set === 'problems' || set === 'both';
  const comments = set === 'comments' || set === 'both';
  return { problems, comments, marks: problems || comments };
}

export function onFindingsShownChange(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(change => {
    if (change.affectsConfiguration(`stateroom.${settingKeys.findingsShow}`)) changed();
  });
}
