import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { agents } from '../../../domain/agent/agents.js';
import type { ServerProgram } from '../../../domain/agent/serverProgram.js';
import { refreshFile } from '../../../platform/files.js';
import { isOnPath } from '../../../platform/isOnPath.js';

/** A file at a fixed path that starts the current server, so that agents' entries survive updates. */
export class ServerLauncher {
  private readonly file: string;
  private readonly server: string;

  constructor(context: vscode.ExtensionContext) {
    this.file = vscode.Uri.joinPath(context.globalStorageUri, 'mcp.mjs').fsPath;
    this.server = context.asAbsolutePath('dist/mcp.mjs');
  }

  /** Points the launcher at this version, if an entry uses it. */
  async renew(): Promise<void> {
    if (existsSync(this.file)) await this.write();
  }

  async write(): Promise<string> {
    const address = JSON.stringify(pathToFileURL(this.server).href);
    await refreshFile(
      this.file,
      `// Starts Stateroom's MCP server. Written by the extension; changes here are lost.\nimport ${address};\n`,
    );
    return this.file;
  }
}

/** Copies an agent's entry to the clipboard and names the files it can go into. */
export async function copyEntry(launcher: ServerLauncher, harness: string): Promise<void> {
  const connection = agents.find(agent => agent.harness === harness)?.connection;
  if (connection === undefined) return;
  const program = serverProgram(await launcher.write());
  const { text, userFile, projectFile } = connection.entry(program);
  await vscode.env.clipboard.writeText(text);
  const files = [userFile, projectFile].filter(file => file !== null).join(', ');
  const isGrant = connection.asksNobody ?? text !== connection.entry(program, false).text;
  void vscode.window.showInformationMessage(
    isGrant
      ? l10n.t(
          'Entry copied to the clipboard. With it, the agent calls every tool without asking, also evidence, which runs any command. It goes into one of: {0}',
          files,
        )
      : l10n.t('Entry copied to the clipboard. It goes into one of: {0}', files),
  );
}

/** The editor's program; without Electron, `node` from the PATH, whose path is stable, else this process's. */
function serverProgram(serverPath: string): ServerProgram {
  if (process.versions.electron !== undefined) {
    return { nodePath: process.execPath, serverPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
  }
  return { nodePath: isOnPath('node') ? 'node' : process.execPath, serverPath };
}
