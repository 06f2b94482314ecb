import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { dayFile } from '../../../sample/dayFile.js';
import { sampleFile } from '../../../sample/sampleFile.js';
import type { RepositoryState } from '../repository/repositoryState.js';
import { sampleEventKey } from './walkthroughSteps.js';

const greetedKey = 'stateroom.greeted';

/** Shows views and walkthrough once, in a sample's window; in one's own repository, the walkthrough. Must precede a demo, whose start removes its marker file. */
export async function greetNewcomer(
  { workspaceState, globalState }: vscode.ExtensionContext,
  status: Pick<RepositoryState, 'current' | 'refresh'>,
  open: () => Promise<void>,
): Promise<void> {
  const sample = await sampleHere();
  if (sample === undefined) return greetAtHome(globalState, status, open);
  if (workspaceState.get(greetedKey) === true) return;
  await workspaceState.update(greetedKey, true);
  await status.refresh();
  await workspaceState.update(sampleEventKey, status.current.status?.lastEventId ?? 0);
  if (sample === 'day') return;
  await vscode.commands.executeCommand('workbench.view.extension.stateroom');
  await open();
}

/** Shows the walkthrough once to a person whose first own repository has no store yet, unless the editor is to open none. */
async function greetAtHome(
  memory: vscode.Memento,
  status: Pick<RepositoryState, 'current' | 'refresh'>,
  open: () => Promise<void>,
): Promise<void> {
  const isWanted = vscode.workspace.getConfiguration('workbench.welcomePage.walkthroughs').get('openOnInstall', true);
  if (!isWanted || memory.get(greetedKey) === true || !vscode.workspace.isTrusted) return;
  await status.refresh();
  if (status.current.state !== 'absent') return;
  await memory.update(greetedKey, true);
  await open();
}

/** The kind of sample in the window's folders; `day` for a demo that is about to start. */
async function sampleHere(): Promise<'sample' | 'day' | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = await Promise.all(
    folders.map(async ({ uri }) => {
      const home = dirname(uri.fsPath);
      if (!(await exists(join(home, sampleFile)))) return undefined;
      return (await exists(join(home, dayFile))) ? 'day' : 'sample';
    }),
  );
  return found.find(kind => kind === 'day') ?? found.find(kind => kind !== undefined);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
