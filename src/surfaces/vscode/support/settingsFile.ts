import * as vscode from 'vscode';
import { repositoryConfigSchema } from '../../../domain/config/repositoryConfig.js';

type Settings = Readonly<Record<string, unknown>>;

/** Reads settings of a repository as written; empty without a file, undefined if they are invalid. */
export async function readSettings(uri: vscode.Uri): Promise<Settings | undefined> {
  try {
    const value: unknown = JSON.parse(await textOf(uri));
    return repositoryConfigSchema.safeParse(value).success ? (value as Settings) : undefined;
  } catch {
    return undefined;
  }
}

export async function writeSettings(uri: vscode.Uri, settings: Settings): Promise<void> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${JSON.stringify(settings, null, 2)}\n`));
}

async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '{}';
  }
}
