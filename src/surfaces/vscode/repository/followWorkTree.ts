import * as vscode from 'vscode';
import type { Log } from '../../../platform/log.js';
import { Disposables } from '../support/disposables.js';
import { onGitStateChanged } from './gitExtension.js';
import type { OpenRepository } from './openRepository.js';

/**
 * Calls back when HEAD, the index or the files of a repository's worktree may have changed: through the editor's git support, which watches
 * them anyway, and on saves in this window. Adds no watcher of its own.
 */
export function followWorkTree(repository: OpenRepository, listener: () => void, log: Log): vscode.Disposable {
  const owned = new Disposables();
  owned.add(
    vscode.workspace.onDidSaveTextDocument(document => {
      if (document.uri.scheme === 'file') listener();
    }),
  );
  void onGitStateChanged(repository.folder, listener, log).then(subscription => owned.add(subscription));
  return owned;
}
