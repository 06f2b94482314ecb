import * as vscode from 'vscode';
import type { Log } from '../../../platform/log.js';
import { Disposables } from '../support/disposables.js';

/** The part of the built-in git extension's interface (version 1) that is used. */
interface GitApi {
  readonly onDidOpenRepository: vscode.Event<unknown>;
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitRepository {
  readonly state: { readonly onDidChange: vscode.Event<void> };
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/**
 * Tells when the editor's own git support finds a repository, for example one that was just made. Silent where that
 * extension is missing or switched off.
 */
export async function onGitRepositoryOpened(listener: () => void, log: Log): Promise<vscode.Disposable | undefined> {
  return (await gitApi(log))?.onDidOpenRepository(() => listener());
}

/**
 * Tells when the editor's own git support has looked at the worktree of a folder again, which it does after every change
 * of HEAD, of the index and of files. Silent where that extension is missing or switched off.
 */
export async function onGitStateChanged(
  folder: vscode.Uri,
  listener: () => void,
  log: Log,
): Promise<vscode.Disposable> {
  const owned = new Disposables();
  const git = await gitApi(log);
  if (git === undefined) return owned;
  let followed: GitRepository | undefined;
  const follow = (): void => {
    const repository = git.getRepository(folder) ?? undefined;
    if (repository === undefined || repository === followed) return;
    followed = repository;
    owned.add(repository.state.onDidChange(() => listener()));
    listener();
  };
  owned.add(git.onDidOpenRepository(follow));
  follow();
  return owned;
}

async function gitApi(log: Log): Promise<GitApi | undefined> {
  try {
    const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
    return git?.enabled === true ? git.getAPI(1) : undefined;
  } catch (error) {
    log.warn(`The editor's git support cannot be asked: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
