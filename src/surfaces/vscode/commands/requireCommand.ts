import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { configPath } from '../../../domain/config/configPath.js';
import { repositoryConfigSchema } from '../../../domain/config/repositoryConfig.js';
import { asMessage } from '../support/plainText.js';
import { askText, back } from '../support/prompt.js';
import type { CommandEnvironment } from './commandEnvironment.js';

const example = 'npm test';

/** Adds a command to the worktree's settings; gates require it once committed on base. Keeps unreadable settings. */
export async function requireCommand({ repositories, titleOf }: CommandEnvironment): Promise<unknown> {
  const top = repositories.active?.top;
  if (top === undefined) return undefined;
  const uri = vscode.Uri.file(join(top, configPath));
  const content = await textOf(uri);
  const config = read(content);
  if (config === undefined) {
    offer(uri, vscode.window.showErrorMessage, l10n.t('{0} is not valid. Correct it first.', configPath));
    return undefined;
  }
  const gate = (config.gate ?? {}) as { readonly commands?: readonly string[] };
  const command = await askText({
    title: titleOf('stateroom.requireCommand'),
    prompt: l10n.t('Command that must pass before work is ready for review, closed or merged'),
    placeholder: example,
    problem: typed => (typed.trim() === '' ? l10n.t('The command is empty.') : undefined),
  });
  if (command === undefined || command === back) return undefined;
  const commands = [...new Set([...(gate.commands ?? []), command.trim()])];
  const changed = `${JSON.stringify({ ...config, gate: { ...gate, commands } }, null, 2)}\n`;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(changed));
  const text = l10n.t('Commit {0} on the base branch: gates read the settings of that branch.', configPath);
  offer(uri, vscode.window.showInformationMessage, text);
  return { commands };
}

function offer(uri: vscode.Uri, show: typeof vscode.window.showErrorMessage, text: string): void {
  const open = l10n.t('Open Settings');
  void show(asMessage(text), open).then(async chosen => {
    if (chosen === open) await vscode.window.showTextDocument(uri);
  });
}

/** Reads the file; returns empty settings if it is missing. */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '{}';
  }
}

/** Parses settings as the repository would; undefined if they are invalid. */
function read(content: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return repositoryConfigSchema.safeParse(value).success ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
