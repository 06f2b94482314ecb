import * as vscode from 'vscode';
import type { Log } from '../../../platform/log.js';

/** The part of the built-in git extension's interface (version 1) that is used. */
interface GitApi {
  readonly onDidOpenRepository: vscode.Event<unknown>;
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
  try {
    const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
    return git?.enabled === true ? git.getAPI(1).onDidOpenRepository(() => listener()) : undefined;
  } catch (error) {
    log.warn(`The editor's git support cannot be asked: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
