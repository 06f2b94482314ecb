import * as vscode from 'vscode';
import { l10n } from 'vscode';

export interface ChartFile {
  /** Name of the chart: `finding-flow`. */
  readonly name: string;
  readonly format: 'svg' | 'png' | 'csv';
  /** Text; for a PNG, its bytes in base64. */
  readonly content: string;
}

/** Saves a chart to a file that the person chooses; false if they chose none. */
export async function saveChart(
  folder: vscode.Uri | undefined,
  { name, format, content }: ChartFile,
): Promise<boolean> {
  const fileName = `${name.replaceAll(/[^a-z0-9-]/g, '')}.${format}`;
  const chosen = await vscode.window.showSaveDialog({
    title: l10n.t('Save Chart'),
    filters: { [format.toUpperCase()]: [format] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
  });
  if (chosen === undefined) return false;
  await vscode.workspace.fs.writeFile(chosen, Buffer.from(content, format === 'png' ? 'base64' : 'utf8'));
  return true;
}
