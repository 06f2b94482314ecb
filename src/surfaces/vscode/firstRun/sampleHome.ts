import { mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Progress, Tools } from '../../../sample/sample.js';
import { sampleTools } from '../compose.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { askChoice, back } from '../support/prompt.js';

/** Memento key of the folders in which samples were made, newest first. */
const samplesKey = 'stateroom.samples';

/** Untrusted input of a key binding or menu: the folder to fill or remove, and the option to open a window on it. */
export interface SampleInput {
  readonly folder?: string;
  readonly open?: boolean;
}

export function inputOf(input: unknown): SampleInput {
  const { folder, open } = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  return {
    ...(typeof folder === 'string' && folder !== '' ? { folder } : {}),
    ...(typeof open === 'boolean' ? { open } : {}),
  };
}

export interface Making {
  readonly asked: string;
  readonly doing: string;
  make(home: string, tools: Tools, progress: Progress): Promise<string>;
}

/** Makes a sample in a chosen or temporary folder and opens a window on it. Leaves nothing behind if cancelled. */
export async function makeInHome(
  context: vscode.ExtensionContext,
  input: unknown,
  making: Making,
): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(
      l10n.t('Stateroom starts no processes in Restricted Mode, so it cannot create the repository.'),
    );
    return undefined;
  }
  const given = inputOf(input);
  const home = given.folder ?? (await askHome(making.asked));
  if (home === undefined) return undefined;
  const made = await withProgress(home, context, making);
  if (made === undefined) {
    // Its content is gone. Remove the folder only if we made it, and only if it is empty.
    if (given.folder === undefined) await rmdir(home).catch(() => undefined);
    return undefined;
  }
  await rememberSamples(context, [home, ...samples(context).filter(sample => sample !== home)].slice(0, 20));
  if (given.open !== false) {
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(made), { forceNewWindow: true });
  }
  return made;
}

/** Remembered folders, newest first; some may no longer exist. */
export function samples(context: vscode.ExtensionContext): string[] {
  return context.globalState.get<string[]>(samplesKey, []);
}

export async function rememberSamples(context: vscode.ExtensionContext, homes: readonly string[]): Promise<void> {
  await context.globalState.update(samplesKey, homes);
}

async function askHome(title: string): Promise<string | undefined> {
  const place = await askChoice({
    title,
    placeholder: l10n.t('Select a location'),
    rows: [
      {
        label: l10n.t('$(clock) In a temporary folder'),
        description: l10n.t('the system may delete it later'),
        value: 'temporary' as const,
      },
      {
        label: l10n.t('$(folder) In a folder of your choice…'),
        description: l10n.t('in a new subfolder'),
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
      openLabel: l10n.t('Create Here'),
    })) ?? [];
  return chosen && freshFolder(chosen.fsPath);
}

async function freshFolder(parent: string): Promise<string> {
  return mkdtemp(join(await realpath(parent), 'stateroom-sample-'));
}

async function withProgress(
  home: string,
  context: vscode.ExtensionContext,
  { doing, make }: Making,
): Promise<string | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: doing,
    cancellable: true,
  };
  const ended = new AbortController();
  try {
    return await vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => ended.abort());
      const tools = { ...sampleTools(context), signal: ended.signal };
      return make(home, tools, (done, total) =>
        progress.report({ increment: 100 / total, message: l10n.t('{0} of {1}', done, total) }),
      );
    });
  } catch (error) {
    if (ended.signal.aborted) return undefined;
    const reason = asMessage(causeOf(error));
    void vscode.window.showErrorMessage(
      l10n.t('Could not create the repository. Nothing was left behind. Reason: {0}', reason),
    );
    return undefined;
  }
}
