import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { isDiffCalled } from '../repository/diffInSight.js';
import { revisionScheme } from '../repository/revision.js';

/** Closes the files and diffs of lanes whose worktrees were removed, except unsaved ones. */
export class LaneTabs {
  /** Lanes that were open, or that ended and still have a worktree. */
  private known: ReadonlyMap<string, Lane> = new Map();

  /** Sets the open lanes; those that were open before have ended, though their worktrees may remain a little longer. */
  async show(open: readonly Lane[]): Promise<void> {
    const now = new Map(open.map(lane => [lane.id, lane]));
    const over = [...this.known.values()].filter(({ id }) => !now.has(id));
    const gone = over.filter(({ worktreePath }) => !existsSync(worktreePath));
    this.known = new Map([...now, ...over.filter(lane => !gone.includes(lane)).map(lane => [lane.id, lane] as const)]);
    if (gone.length === 0) return;
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const left = tabs.filter(tab => !tab.isDirty && gone.some(lane => isOf(tab, lane)));
    if (left.length > 0) await vscode.window.tabGroups.close(left, true);
  }
}

function isOf(tab: vscode.Tab, { lane, base, worktreePath }: Lane): boolean {
  const { input } = tab;
  // The URI of a file at a commit contains the path of the file.
  const isIn = ({ scheme, fsPath }: vscode.Uri): boolean =>
    (scheme === 'file' || scheme === revisionScheme) && fsPath.startsWith(worktreePath + sep);
  if (input instanceof vscode.TabInputText) return isIn(input.uri);
  if (input instanceof vscode.TabInputTextDiff) return isIn(input.original) || isIn(input.modified);
  return isDiffCalled(tab, l10n.t('{0} compared with {1}', lane, base));
}
