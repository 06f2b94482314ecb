import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { refusalError } from '../../../../domain/refusal/refusal.js';
import { verbatim } from '../../../../messages/message.js';
import { storeBackup } from '../../../../operations/store/storeBackup.js';
import { askInSteps } from '../../support/prompt.js';
import { homeSteps } from './findingHome.js';
import type { Flow, OperationFlow } from './flow.js';

export const saveFileFlow: OperationFlow = async flow => {
  if (flow.has('file')) return flow.result();
  const name = flow.operation.name === storeBackup.name ? 'stateroom-backup.sqlite' : 'stateroom-export.sqlite';
  const chosen = await vscode.window.showSaveDialog({
    title: flow.title,
    saveLabel: flow.title,
    defaultUri: vscode.Uri.file(join(flow.repository.folder.fsPath, '..', name)),
    filters: { SQLite: ['sqlite', 'db'] },
  });
  if (chosen === undefined) return undefined;
  flow.input.file = chosen.fsPath;
  return flow.result();
};

export const openFileFlow: OperationFlow = async flow => {
  if (flow.has('file')) return flow.result();
  const chosen = await vscode.window.showOpenDialog({
    title: flow.title,
    openLabel: l10n.t('Restore Backup'),
    canSelectMany: false,
    defaultUri: vscode.Uri.file(join(flow.repository.folder.fsPath, '..')),
    filters: { SQLite: ['sqlite', 'db'] },
  });
  if (chosen?.[0] === undefined) return undefined;
  flow.input.file = chosen[0].fsPath;
  return flow.result();
};

/** Max size of an import, which is in memory twice; the command line reads larger files in batches. */
const largestImport = 64 * 1024 * 1024;

export const importFlow: OperationFlow = async flow => {
  if (flow.has('jsonl')) return flow.result();
  const file = await askForImport(flow, { [l10n.t('JSON Lines')]: ['jsonl', 'ndjson', 'json'] });
  if (file === undefined) return undefined;
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > largestImport) {
    throw refusalError('invalid_input', verbatim(l10n.t('{0} is larger than 64 MB.', file.fsPath)), {
      hint: verbatim(l10n.t('In a terminal, use stateroom queue add --from-file with --batch.')),
    });
  }
  flow.input.jsonl = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return flow.result();
};

/** Import Findings: asks for the report of a tool, or review comments; the operation checks the size. */
export const importFindingsFlow: OperationFlow = async flow => {
  if (flow.has('report') || flow.has('path')) return flow.result();
  const file = await askForImport(flow, { [l10n.t('SARIF and review comments')]: ['sarif', 'json'] });
  if (file === undefined) return undefined;
  flow.input.report = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return (await askInSteps(homeSteps(flow))) ? flow.result() : undefined;
};

export const importTaskFlow: OperationFlow = async flow => {
  if (flow.has('content')) return flow.result();
  const file = await askForImport(flow, { [l10n.t('Exported tasks')]: ['json'] });
  if (file === undefined) return undefined;
  flow.input.content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return flow.result();
};

async function askForImport(flow: Flow, filters: Record<string, string[]>): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: flow.title,
    openLabel: l10n.t('Import'),
    canSelectMany: false,
    defaultUri: flow.repository.folder,
    filters,
  });
  return chosen?.[0];
}
