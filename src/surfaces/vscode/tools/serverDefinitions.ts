import * as vscode from 'vscode';
import { serverProviderId } from '../../../manifest/agentToolNames.js';
import { settingKeys } from '../../../manifest/settingKeys.js';
import { version } from '../../../platform/version.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { Disposables } from '../support/disposables.js';

/** Our MCP server, one per repository. Reads nothing, since the editor asks often. Empty unless enabled. */
export class ServerDefinitions
  implements vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>, vscode.Disposable
{
  private readonly repositories: RepositoryManager;
  private readonly program: string;
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChangeMcpServerDefinitions = this.emitter.event;

  constructor(context: vscode.ExtensionContext, repositories: RepositoryManager) {
    this.repositories = repositories;
    this.program = context.asAbsolutePath('dist/mcp.mjs');
  }

  register(): vscode.Disposable {
    const tell = (): void => this.emitter.fire();
    return vscode.Disposable.from(
      vscode.lm.registerMcpServerDefinitionProvider(serverProviderId, this),
      this.repositories.onDidChangeList(tell),
      vscode.workspace.onDidGrantWorkspaceTrust(tell),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`stateroom.${settingKeys.agentTools}`)) tell();
      }),
    );
  }

  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    const offered = vscode.workspace.getConfiguration('stateroom').get(settingKeys.agentTools);
    if ((offered !== 'mcp' && offered !== 'both') || !vscode.workspace.isTrusted) return [];
    const { all } = this.repositories;
    return all.map(repository => {
      const label = all.length === 1 ? 'Stateroom' : `Stateroom: ${repository.name}`;
      const words = [this.program, '--repo', repository.folder.fsPath];
      // The executable that runs this extension: Node.js may not be on the PATH.
      const server = new vscode.McpStdioServerDefinition(label, process.execPath, words, environment, version);
      server.cwd = repository.folder;
      return server;
    });
  }

  dispose(): void {
    this.owned.dispose();
  }
}

/** Harmless if the executable is Node.js itself. */
const environment = { ELECTRON_RUN_AS_NODE: '1' };
