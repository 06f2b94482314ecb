import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { systemClock } from '../../platform/clock.js';
import { keepRecent } from '../../platform/recentLines.js';
import { composeRepositories } from './compose.js';
import { EditorSurface } from './editorSurface.js';
import type { StateroomApi } from './stateroomApi.js';
import { loadLanguage } from './support/inEditorsLanguage.js';
import { outputLog } from './support/outputLog.js';

let surface: EditorSurface | undefined;

/** Registers the manifest's contributions; reads nothing before it is needed. */
export function activate(context: vscode.ExtensionContext): StateroomApi {
  const started = systemClock.now();
  const channel = vscode.window.createOutputChannel('Stateroom', { log: true });
  context.subscriptions.push(channel);
  const log = keepRecent(outputLog(channel), systemClock);
  loadLanguage().catch(error => log.error('The sentences in the language of this window could not be read.', error));
  try {
    surface = new EditorSurface(
      context,
      log,
      () => channel.show(),
      () => composeRepositories(context, log),
    );
    const activationMs = systemClock.now() - started;
    log.info(`Activated in ${activationMs} ms.`);
    return surface.api(activationMs);
  } catch (error) {
    // The editor itself shows nothing when an extension fails to activate.
    log.error('Stateroom could not start.', error);
    const open = l10n.t('Show Log');
    void vscode.window.showErrorMessage(l10n.t('Stateroom could not start.'), open).then(chosen => {
      if (chosen === open) channel.show();
    });
    throw error;
  }
}

/** Closes the stores, so that no write is cut off. */
export async function deactivate(): Promise<void> {
  await surface?.close();
  surface = undefined;
}
