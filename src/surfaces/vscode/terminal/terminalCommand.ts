import { delimiter, dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { settingKeys } from '../../../manifest/settingKeys.js';
import type { Log } from '../../../platform/log.js';
import { shimFile, writeShim } from '../../../platform/shim.js';
import { version } from '../../../platform/version.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { Disposables } from '../support/disposables.js';

const settingKey = `stateroom.${settingKeys.terminalCli}`;

type Extension = Pick<vscode.ExtensionContext, 'asAbsolutePath' | 'environmentVariableCollection' | 'globalStorageUri'>;

/** Adds `stateroom` to terminals while a repository is open and trusted: last on the PATH, after an installed one. */
export class TerminalCommand implements vscode.Disposable {
  private readonly owned = new Disposables();

  constructor(
    private readonly extension: Extension,
    private readonly repositories: RepositoryManager,
    private readonly log: Log,
  ) {
    const apply = (): void => void this.apply();
    this.owned.add(repositories.onDidChangeList(apply));
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(apply));
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(settingKey)) apply();
      }),
    );
    apply();
  }

  dispose(): void {
    this.owned.dispose();
  }

  private get isWanted(): boolean {
    return (
      vscode.workspace.isTrusted &&
      this.repositories.all.length > 0 &&
      vscode.workspace.getConfiguration().get(settingKey, true)
    );
  }

  private async apply(): Promise<void> {
    const { asAbsolutePath, environmentVariableCollection: variables, globalStorageUri } = this.extension;
    if (!this.isWanted) {
      variables.delete('PATH');
      return;
    }
    // The extension's path changes with its version; the shim's does not.
    const folder = globalStorageUri.fsPath;
    try {
      await writeShim(folder, { file: asAbsolutePath('dist/cli.mjs'), version });
    } catch (error) {
      this.log.warn(
        `The command for terminals could not be written: ${error instanceof Error ? error.message : error}`,
      );
      return;
    }
    if (!this.isWanted) return;
    variables.description = l10n.t('Adds the `stateroom` command.');
    const both = { applyAtProcessCreation: true, applyAtShellIntegration: true };
    variables.append('PATH', `${delimiter}${dirname(shimFile(folder))}`, both);
  }
}
