import * as vscode from 'vscode';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { firstRunCommands, walkthroughId } from '../../../manifest/walkthrough.js';
import type { RoomStatus } from '../status/roomStatus.js';
import { setContextKey } from '../support/contextKey.js';
import { fillSample, removeSampleFolder } from './sampleCommands.js';

/** What a newcomer is offered: the walkthrough and the sample. */
export function registerFirstRun(context: vscode.ExtensionContext, status: RoomStatus): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand(firstRunCommands.openWalkthrough, async () => {
      // The editor takes a condition that holds when it first reads the walkthrough for no news, and leaves the step open.
      setContextKey(contextKeys.hasRepository, false);
      const walkthrough = `${context.extension.id}#${walkthroughId}`;
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough);
      await status.refresh();
    }),
    registerCommand(firstRunCommands.fillSample, (input?: unknown) => fillSample(context, input)),
    registerCommand(firstRunCommands.removeSample, (input?: unknown) => removeSampleFolder(context, input)),
  );
}
