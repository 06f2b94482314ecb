import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel, laneTitle } from '../../../domain/lane/laneTitle.js';
import { isOwned } from '../../../domain/lane/ownedPath.js';
import { laneWord } from '../../../present/laneViewRow.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { Disposables } from '../support/disposables.js';
import { translate } from '../support/translate.js';

/** Marks files that a lane claims, in all worktrees except its own. Starts no process. */
export class LaneDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<undefined>());
  private lanes: readonly Lane[] = [];
  /** Top folders of the worktrees whose files may be claimed, longest first. */
  private tops: readonly string[] = [];
  private shown = '';
  readonly onDidChangeFileDecorations = this.emitter.event;

  constructor(private readonly repositories: RepositoryManager) {
    this.owned.add(vscode.window.registerFileDecorationProvider(this));
  }

  /** Sets the repository's open lanes; redraws only if a claim differs. */
  show(repository: OpenRepository | undefined, lanes: readonly Lane[]): void {
    this.lanes = lanes.filter(({ ownedPaths }) => ownedPaths.length > 0);
    const tops = [repository?.top, ...lanes.map(({ worktreePath }) => worktreePath)].filter(top => top !== undefined);
    this.tops = tops.sort((a, b) => b.length - a.length);
    const tooltips = this.lanes.map(lane =>
      [laneTitle(lane), lane.ref, lane.ownedPaths.join(':'), laneWord(lane, translate)].join(' '),
    );
    const now = [...tooltips, ...this.tops].join('\n');
    if (now === this.shown) return;
    this.shown = now;
    this.emitter.fire(undefined);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== 'file' || this.lanes.length === 0 || this.repositories.all.length === 0) return undefined;
    const { fsPath } = uri;
    const top = this.tops.find(one => fsPath.startsWith(one + sep));
    if (top === undefined) return undefined;
    const path = relative(top, fsPath).replaceAll(sep, '/');
    const claims = this.lanes.filter(
      ({ worktreePath, ownedPaths }) => worktreePath !== top && isOwned(path, ownedPaths),
    );
    const [first] = claims;
    if (first === undefined) return undefined;
    const names = claims.map(lane => `${laneLabel(lane)} (${laneWord(lane, translate)})`).join(', ');
    const decoration = new vscode.FileDecoration(
      'L',
      l10n.t('Owned by {0}', names),
      new vscode.ThemeColor('stateroom.claimedForeground'),
    );
    decoration.propagate = false;
    return decoration;
  }

  dispose(): void {
    this.owned.dispose();
  }
}
