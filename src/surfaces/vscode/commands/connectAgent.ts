import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { agents } from '../../../domain/agent/agents.js';
import type { ServerProgram } from '../../../domain/agent/serverProgram.js';
import { refreshFile } from '../../../platform/files.js';
import { isOnPath } from '../../../platform/isOnPath.js';
import type { Connection } from '../support/connection.js';
import { asLabel } from '../support/plainText.js';
import { askChoice, back } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import { isRecord } from '../views/shownNode.js';
import type { ChoiceMemory } from './choiceMemory.js';
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

/** How each agent is connected that we know of, by title. */
export async function readConnections(launcher: ServerLauncher): Promise<readonly Connection[]> {
  const program = serverProgram(await launcher.write());
  return agents
    .flatMap(({ harness, title, connection }) =>
      connection === undefined
        ? []
        : [{ harness, title, ...connection.entry(program), trust: connection.trust(translate) }],
    )
    .sort((one, other) => one.title.localeCompare(other.title, 'en'));
}

/** Asks for an agent, unless one is given, copies the entry it needs and shows where it goes. Writes nothing for the agent. */
export async function connectAgent(
  { repositories, memory, pages }: CommandEnvironment,
  launcher: ServerLauncher,
  given?: unknown,
): Promise<void> {
  const repository = repositories.active;
  const choices = await readConnections(launcher);
  const agent = isRecord(given) && typeof given.agent === 'string' ? given.agent : undefined;
  const chosen = agent ?? (await askAgent(choices, memory));
  const connection = choices.find(({ harness }) => harness === chosen);
  if (connection === undefined) return;
  await vscode.env.clipboard.writeText(connection.text);
  await memory.remember('connect', connection.harness);
  await pages.showConnection(repository, connection.harness);
  vscode.window.setStatusBarMessage(l10n.t('$(check) Entry copied to the clipboard'), 5000);
}

async function askAgent(choices: readonly Connection[], memory: ChoiceMemory): Promise<string | undefined> {
  const chosen = await askChoice({
    title: l10n.t('Connect an Agent'),
    placeholder: l10n.t('Select an agent to connect to this queue'),
    rows: memory.lastFirst(
      'connect',
      choices.map(({ harness, title, projectFile, userFile }) => ({
        label: `$(plug) ${asLabel(title)}`,
        description: projectFile ?? userFile ?? '',
        value: harness,
      })),
    ),
  });
  return chosen === back ? undefined : chosen;
}

/** Node.js on the PATH where there is one: it stays in its place. Else what runs this extension. */
function serverProgram(serverPath: string): ServerProgram {
  if (process.versions.electron !== undefined) {
    return { nodePath: process.execPath, serverPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
  }
  return { nodePath: isOnPath('node') ? 'node' : process.execPath, serverPath };
}
