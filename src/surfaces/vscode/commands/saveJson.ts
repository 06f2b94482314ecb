import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { inEnglish } from '../../../messages/inEnglish.js';
import type { Repository } from '../repository.js';

/** Writes an export to a file that the person chooses, by default `name` next to the repository; reports its path. */
export function saveJson(
  repository: Repository,
  title: string,
  name: string,
  content: unknown,
): Promise<string | undefined> {
  return saveText(repository, title, name, `${JSON.stringify(inEnglish(content), undefined, 2)}\n`);
}

/** Writes a text like `saveJson`. */
export async function saveText(
  repository: Repository,
  title: string,
  name: string,
  text: string,
): Promise<string | undefined> {
  const file = await vscode.window.showSaveDialog({
    title,
    saveLabel: l10n.t('Export'),
    defaultUri: vscode.Uri.file(join(repository.folder.fsPath, '..', name)),
  });
  if (file === undefined) return undefined;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return l10n.t('Wrote {0}', file.fsPath);
}
