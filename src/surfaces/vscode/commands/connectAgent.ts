import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ConnectionEntry } from '../../../domain/agent/agent.js';
import { agents } from '../../../domain/agent/agents.js';
import type { ServerProgram } from '../../../domain/agent/serverProgram.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { refreshFile } from '../../../platform/files.js';
import { isOnPath } from '../../../platform/isOnPath.js';
import { setContextKey } from '../support/contextKey.js';
import { asLabel } from '../support/plainText.js';
import { askChoice, back } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import type { CommandEnvironment } from './commandEnvironment.js';

/**
 * A file that stays where it is when the extension is updated and that starts the server of the present version: an
 * entry that an agent has keeps working.
 */
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

/** Asks for an agent, copies the entry it needs and shows where it goes. Writes nothing for the agent. */
export async function connectAgent(environment: CommandEnvironment, launcher: ServerLauncher): Promise<void> {
  const repository = environment.repositories.active;
  const program = serverProgram(await launcher.write());
  // Those that most people use are last in the table.
  const choices = agents.flatMap(({ harness, title, connection }) =>
    connection === undefined
      ? []
      : [{ harness, title, ...connection.entry(program), trust: connection.trust(translate) }],
  );
  const chosen = await askChoice({
    title: l10n.t('Connect an Agent'),
    placeholder: l10n.t('Select an agent to connect to this queue'),
    rows: environment.memory.lastFirst(
      'connect',
      choices.toReversed().map(({ harness, title, projectFile, userFile }) => ({
        label: `$(plug) ${asLabel(title)}`,
        description: projectFile ?? userFile ?? '',
        value: harness,
      })),
    ),
  });
  if (chosen === undefined || chosen === back) return;
  await environment.memory.remember('connect', chosen);
  const connection = choices.find(({ harness }) => harness === chosen);
  if (connection === undefined) return;
  await vscode.env.clipboard.writeText(connection.text);
  setContextKey(contextKeys.agentConnected, true);
  await environment.pages.showText(repository, l10n.t('Connect {0}.md', connection.title), connectionPage(connection));
  vscode.window.setStatusBarMessage(l10n.t('$(check) Entry copied to the clipboard'), 5000);
}

/** How a person puts an entry in its place, with the entry. */
function connectionPage(connection: ConnectionEntry & { readonly title: string; readonly trust: string }): string {
  const places = [
    connection.projectFile === null ? undefined : l10n.t('for this repository: `{0}`', connection.projectFile),
    connection.userFile === null ? undefined : l10n.t('for all your repositories: `{0}`', connection.userFile),
  ].filter(place => place !== undefined);
  return [
    `# ${l10n.t('Connect {0}', connection.title)}`,
    l10n.t(
      'The entry below has been copied to the clipboard. Add it to one of these files; if the file exists, merge it in.',
    ),
    places.map(place => `- ${place}`).join('\n'),
    `\`\`\`${connection.language}\n${connection.text.trimEnd()}\n\`\`\``,
    connection.trust,
    ...(connection.headless === null ? [] : [l10n.t('To run it once without prompts: `{0}`', connection.headless)]),
    l10n.t(
      'Then tell the agent: “Claim the next work item in Stateroom.” It appears under In flight in the Queue view.',
    ),
  ].join('\n\n');
}

/** Node.js on the PATH where there is one: it stays in its place. Else what runs this extension. */
function serverProgram(serverPath: string): ServerProgram {
  if (process.versions.electron !== undefined) {
    return { nodePath: process.execPath, serverPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
  }
  return { nodePath: isOnPath('node') ? 'node' : process.execPath, serverPath };
}
