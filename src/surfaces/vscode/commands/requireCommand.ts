import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { configPath } from '../../../domain/config/configPath.js';
import { asMessage } from '../support/plainText.js';
import { askText, back } from '../support/prompt.js';
import { readSettings, writeSettings } from '../support/settingsFile.js';
import type { CommandEnvironment } from './commandEnvironment.js';

const example = 'npm test';

/** Adds a command to the worktree's settings; gates require it once committed on base. Keeps unreadable settings. */
export async function requireCommand({ repositories, titleOf }: CommandEnvironment): Promise<unknown> {
  const top = repositories.active?.top;
  if (top === undefined) return undefined;
  const uri = vscode.Uri.file(join(top, configPath));
  const config = await readSettings(uri);
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
  await writeSettings(uri, { ...config, gate: { ...gate, commands } });
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
