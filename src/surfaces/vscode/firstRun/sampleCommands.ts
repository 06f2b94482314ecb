import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Obstacle } from '../../../sample/sample.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, back } from '../support/prompt.js';
import { inputOf, makeInHome, rememberSamples, samples } from './sampleHome.js';

/** Makes a repository with a record of every kind. Returns its folder, or undefined if none was made. */
export function fillSample(context: vscode.ExtensionContext, input: unknown): Promise<string | undefined> {
  return makeInHome(context, input, {
    asked: l10n.t('Create Sample Repository'),
    doing: l10n.t('Creating a sample repository'),
    make: async (home, tools, progress) => {
      const { makeSample } = await import('../../../sample/sample.js');
      return makeSample(home, tools, progress);
    },
  });
}

/** Removes a sample that Stateroom made, once confirmed; true if it is gone. */
export async function removeSampleFolder(context: vscode.ExtensionContext, input: unknown): Promise<boolean> {
  const { removeSample, sampleObstacle } = await import('../../../sample/sample.js');
  const given = inputOf(input);
  const folders = given.folder === undefined ? await present(context, sampleObstacle) : [given.folder];
  if (folders.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No sample repository found.'));
    return false;
  }
  const home = folders.length === 1 ? folders[0] : await askWhich(folders);
  if (home === undefined) return false;
  const obstacle = await sampleObstacle(home);
  if (obstacle !== undefined) return refused(home, obstacle);
  const remove = l10n.t('Remove Sample Repository');
  const choice = await vscode.window.showWarningMessage(
    l10n.t('Remove the sample repository in {0}?', asMessage(home)),
    { modal: true, detail: l10n.t('This deletes the folder and everything in it.') },
    remove,
  );
  if (choice !== remove) return false;
  const left = await removeSample(home);
  if (left !== undefined) return refused(home, left);
  await rememberSamples(
    context,
    samples(context).filter(other => other !== home),
  );
  return true;
}

function refused(home: string, obstacle: Obstacle): false {
  const at = asMessage(home);
  const sentences: Record<Obstacle, string> = {
    'no-sample': l10n.t('{0} is not a sample repository created by Stateroom. It was not removed.', at),
    'more-in-it': l10n.t('{0} contains more than the sample. Move your own files elsewhere and try again.', at),
    'has-remote': l10n.t('The repository in {0} has a remote, so it may be in use. It was not removed.', at),
  };
  void vscode.window.showWarningMessage(sentences[obstacle]);
  return false;
}

async function askWhich(known: readonly string[]): Promise<string | undefined> {
  const chosen = await askChoice({
    title: l10n.t('Remove Sample Repository'),
    placeholder: l10n.t('Select a sample repository'),
    rows: known.map(path => ({ label: `$(folder) ${asLabel(path)}`, value: path })),
  });
  return chosen === back ? undefined : chosen;
}

/** Existing samples, those of this window first. */
async function present(
  context: vscode.ExtensionContext,
  obstacleOf: (home: string) => Promise<Obstacle | undefined>,
): Promise<string[]> {
  const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => dirname(uri.fsPath));
  const all = [...new Set([...open, ...samples(context)])];
  const obstacles = await Promise.all(all.map(obstacleOf));
  return all.filter((_, index) => obstacles[index] !== 'no-sample');
}
