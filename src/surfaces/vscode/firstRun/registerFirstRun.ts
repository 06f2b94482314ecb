import * as vscode from 'vscode';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { firstRunCommands, walkthroughId } from '../../../manifest/walkthrough.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { setContextKey } from '../support/contextKey.js';
import { DayCommand } from './dayCommand.js';
import { fillSample, removeSampleFolder } from './sampleCommands.js';

/** What a newcomer is offered: the walkthrough, the sample, and a day that is played. */
export function registerFirstRun(context: vscode.ExtensionContext, environment: CommandEnvironment): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  const day = new DayCommand(context, environment);
  const noteWalkthrough = (tabs: readonly vscode.Tab[]): void => {
    // Of the editor's own pages a tab says nothing but that it is of no known kind.
    if (tabs.some(({ input }) => input === undefined)) setContextKey(contextKeys.walkthroughShown, true);
  };
  noteWalkthrough(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  void day.begin();
  return vscode.Disposable.from(
    day,
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => noteWalkthrough(opened)),
    registerCommand(firstRunCommands.openWalkthrough, async () => {
      // From false to true: only that makes the editor look whether the steps are done.
      setContextKey(contextKeys.walkthroughShown, false);
      const walkthrough = `${context.extension.id}#${walkthroughId}`;
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough);
      await environment.status.refresh();
      setContextKey(contextKeys.walkthroughShown, true);
    }),
    registerCommand(firstRunCommands.fillSample, (input?: unknown) => fillSample(context, input)),
    registerCommand(firstRunCommands.removeSample, (input?: unknown) => removeSampleFolder(context, input)),
    registerCommand(firstRunCommands.playDay, (input?: unknown) => day.run(input)),
  );
}
