import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { RefusalError, refuse } from '../../../../domain/refusal/refusal.js';
import type { OperationFlow } from './flow.js';

/** Back Up and Export: the file to write. */
export const saveFileFlow: OperationFlow = async flow => {
  if (flow.has('file')) return flow.result();
  const name = flow.operation.name === 'store.backup' ? 'stateroom-backup.sqlite' : 'stateroom-export.sqlite';
  const chosen = await vscode.window.showSaveDialog({
    title: flow.title,
    saveLabel: flow.title,
    defaultUri: vscode.Uri.file(join(flow.room.folder.fsPath, '..', name)),
    filters: { SQLite: ['sqlite', 'db'] },
  });
  if (chosen === undefined) return undefined;
  flow.input.file = chosen.fsPath;
  return flow.result();
};

/** Restore: the backup to read. */
export const openFileFlow: OperationFlow = async flow => {
  if (flow.has('file')) return flow.result();
  const chosen = await vscode.window.showOpenDialog({
    title: flow.title,
    openLabel: l10n.t('Restore from This Backup'),
    canSelectMany: false,
    defaultUri: vscode.Uri.file(join(flow.room.folder.fsPath, '..')),
    filters: { SQLite: ['sqlite', 'db'] },
  });
  if (chosen?.[0] === undefined) return undefined;
  flow.input.file = chosen[0].fsPath;
  return flow.result();
};

/** A file that fits into memory twice; larger ones go through the command line, which reads in batches. */
const largestImport = 64 * 1024 * 1024;

/** Import: the file with one work item a line. */
export const importFlow: OperationFlow = async flow => {
  if (flow.has('jsonl')) return flow.result();
  const chosen = await vscode.window.showOpenDialog({
    title: flow.title,
    openLabel: l10n.t('Import'),
    canSelectMany: false,
    defaultUri: flow.room.folder,
    filters: { [l10n.t('JSON Lines')]: ['jsonl', 'ndjson', 'json'] },
  });
  const file = chosen?.[0];
  if (file === undefined) return undefined;
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > largestImport) {
    throw new RefusalError(
      refuse('invalid_input', l10n.t('{0} is larger than 64 MB.', file.fsPath), {
        hint: l10n.t('Use stateroom queue add --from-file with --batch in a terminal.'),
      }),
    );
  }
  flow.input.jsonl = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return flow.result();
};
