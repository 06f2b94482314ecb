import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { configPath, repositoryConfigSchema } from '../../../domain/config/repositoryConfig.js';
import { asMessage } from '../support/plainText.js';
import { askText, back } from '../support/prompt.js';
import type { CommandEnvironment } from './commandEnvironment.js';

/**
 * Asks for a command that gates are to require, adds it to the settings of the repository in its worktree, and opens these: they
 * hold once they are committed on the base branch. Settings that cannot be read are opened as they are.
 */
export async function requireCommand({ repositories, titleOf }: CommandEnvironment): Promise<unknown> {
  const top = repositories.active?.top;
  if (top === undefined) return undefined;
  const uri = vscode.Uri.file(join(top, configPath));
  const content = await textOf(uri);
  const config = read(content);
  if (config === undefined) {
    await vscode.window.showTextDocument(uri);
    void vscode.window.showErrorMessage(asMessage(l10n.t('{0} is not valid. Correct it first.', configPath)));
    return undefined;
  }
  const gate = (config.gate ?? {}) as { readonly commands?: readonly string[] };
  const command = await askText({
    title: titleOf('stateroom.requireCommand'),
    prompt: l10n.t('Command that must pass before work is ready for review, closed or merged'),
    placeholder: 'npm test',
    problem: typed => (typed.trim() === '' ? l10n.t('The command is empty.') : undefined),
  });
  if (command === undefined || command === back) return undefined;
  const commands = [...new Set([...(gate.commands ?? []), command.trim()])];
  const changed = `${JSON.stringify({ ...config, gate: { ...gate, commands } }, null, 2)}\n`;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(changed));
  await vscode.window.showTextDocument(uri);
  const text = l10n.t('Commit {0} on the base branch: gates read the settings of that branch.', configPath);
  void vscode.window.showInformationMessage(asMessage(text));
  return { commands };
}

/** The text of the file; that of no settings where there is none. */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '{}';
  }
}

/** The settings as they are written; undefined where the repository could not read them. */
function read(content: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return repositoryConfigSchema.safeParse(value).success ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
