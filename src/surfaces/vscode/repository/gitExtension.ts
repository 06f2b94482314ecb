import * as vscode from 'vscode';
import type { Log } from '../../../platform/log.js';
import { Disposables } from '../support/disposables.js';

/** The used part of the built-in git extension's interface (version 1). */
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

/** Calls back when the editor's git support finds a repository; undefined if that extension is missing or disabled. */
export async function onGitRepositoryOpened(listener: () => void, log: Log): Promise<vscode.Disposable | undefined> {
  return (await gitApi(log))?.onDidOpenRepository(() => listener());
}

/** Calls back when git support has read a worktree, as after changes of HEAD, index or files; undefined without it. */
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
    log.warn(`The editor's git extension is not available: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
