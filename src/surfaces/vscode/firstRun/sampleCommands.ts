import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Obstacle } from '../../../sample/sample.js';
import { sampleTools } from '../compose.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, back } from '../support/prompt.js';

/** Folders in which samples were made, newest first. */
const samplesKey = 'stateroom.samples';

/** A key or a menu may give everything: the folder to fill or remove, and whether a window is opened on it. */
interface SampleInput {
  readonly folder?: string;
  readonly open?: boolean;
}

function inputOf(input: unknown): SampleInput {
  const { folder, open } = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  return {
    ...(typeof folder === 'string' && folder !== '' ? { folder } : {}),
    ...(typeof open === 'boolean' ? { open } : {}),
  };
}

/**
 * Makes a repository that shows every kind of thing, in a folder the person names or a temporary one, and opens it in a window
 * of its own. Cancelled, it leaves nothing. Gives the repository's folder, or undefined where none was made.
 */
export async function fillSample(context: vscode.ExtensionContext, input: unknown): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(l10n.t('Restricted Mode: no process is started, so no sample is made.'));
    return undefined;
  }
  const given = inputOf(input);
  const home = given.folder ?? (await askHome());
  if (home === undefined) return undefined;
  const made = await withProgress(home, context);
  if (made === undefined) return undefined;
  await context.globalState.update(
    samplesKey,
    [home, ...samples(context).filter(known => known !== home)].slice(0, 20),
  );
  if (given.open !== false) {
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(made), { forceNewWindow: true });
  }
  return made;
}

async function askHome(): Promise<string | undefined> {
  const place = await askChoice({
    title: l10n.t('Fill a Sample Repository'),
    placeholder: l10n.t('Where is it made?'),
    rows: [
      {
        label: l10n.t('$(clock) In a temporary folder'),
        description: l10n.t('the system may remove it some day'),
        value: 'temporary' as const,
      },
      {
        label: l10n.t('$(folder) In a folder of your choice…'),
        description: l10n.t('in a new folder below it'),
        value: 'chosen' as const,
      },
    ],
  });
  if (place === undefined || place === back) return undefined;
  if (place === 'temporary') return freshFolder(tmpdir());
  const [chosen] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: l10n.t('Make It Here'),
    })) ?? [];
  return chosen && freshFolder(chosen.fsPath);
}

async function freshFolder(parent: string): Promise<string> {
  return mkdtemp(join(await realpath(parent), 'stateroom-sample-'));
}

async function withProgress(home: string, context: vscode.ExtensionContext): Promise<string | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Filling a sample repository'),
    cancellable: true,
  };
  const ended = new AbortController();
  try {
    return await vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => ended.abort());
      const { makeSample } = await import('../../../sample/sample.js');
      const tools = { ...sampleTools(context), signal: ended.signal };
      return makeSample(home, tools, (done, total) =>
        progress.report({ increment: 100 / total, message: l10n.t('{0} of {1}', done, total) }),
      );
    });
  } catch (error) {
    if (!ended.signal.aborted) {
      const reason = asMessage(error instanceof Error ? error.message : String(error));
      void vscode.window.showErrorMessage(
        l10n.t('The sample could not be made, and nothing of it is left: {0}', reason),
      );
      return undefined;
    }
    await rm(home, { recursive: true, force: true });
    return undefined;
  }
}

/** Removes a sample that Stateroom made, after the person said so; gives whether it is gone. */
export async function removeSampleFolder(context: vscode.ExtensionContext, input: unknown): Promise<boolean> {
  const { removeSample, sampleObstacle } = await import('../../../sample/sample.js');
  const given = inputOf(input);
  const known = given.folder === undefined ? await present(context, sampleObstacle) : [given.folder];
  if (known.length === 0) {
    void vscode.window.showInformationMessage(
      l10n.t('There is no sample that Stateroom made, neither open here nor remembered.'),
    );
    return false;
  }
  const home = known.length === 1 ? known[0] : await askWhich(known);
  if (home === undefined) return false;
  const obstacle = await sampleObstacle(home);
  if (obstacle !== undefined) return refused(home, obstacle);
  const remove = l10n.t('Remove the Sample');
  const said = await vscode.window.showWarningMessage(
    l10n.t('Remove the sample in {0}?', asMessage(home)),
    { modal: true, detail: l10n.t('The folder goes with all that was tried in it.') },
    remove,
  );
  if (said !== remove) return false;
  const left = await removeSample(home);
  if (left !== undefined) return refused(home, left);
  await context.globalState.update(
    samplesKey,
    samples(context).filter(other => other !== home),
  );
  return true;
}

function refused(home: string, obstacle: Obstacle): false {
  const at = asMessage(home);
  const sentences: Record<Obstacle, string> = {
    'no-sample': l10n.t('{0} is no sample that Stateroom made: it is left as it is.', at),
    'more-in-it': l10n.t('{0} holds more than the sample: move what is yours elsewhere, then try again.', at),
    'has-remote': l10n.t('The repository in {0} has a remote, so somebody works with it: it is left as it is.', at),
  };
  void vscode.window.showWarningMessage(sentences[obstacle]);
  return false;
}

async function askWhich(known: readonly string[]): Promise<string | undefined> {
  const chosen = await askChoice({
    title: l10n.t('Remove the Sample'),
    placeholder: l10n.t('Which sample?'),
    rows: known.map(path => ({ label: `$(folder) ${asLabel(path)}`, value: path })),
  });
  return chosen === back ? undefined : chosen;
}

function samples(context: vscode.ExtensionContext): string[] {
  return context.globalState.get<string[]>(samplesKey, []);
}

/** The samples that are there: those of this window first. */
async function present(
  context: vscode.ExtensionContext,
  obstacleOf: (home: string) => Promise<Obstacle | undefined>,
): Promise<string[]> {
  const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => dirname(uri.fsPath));
  const all = [...new Set([...open, ...samples(context)])];
  const obstacles = await Promise.all(all.map(obstacleOf));
  return all.filter((_, index) => obstacles[index] !== 'no-sample');
}
