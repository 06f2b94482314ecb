import * as vscode from 'vscode';
import type { Log } from '../../../platform/log.js';
import { Disposables } from '../support/disposables.js';
import { onGitStateChanged } from './gitExtension.js';
import type { OpenRepository } from './openRepository.js';

/** Calls back when HEAD, index or files may have changed: by the editor's git support and on saves, with no watcher. */
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
