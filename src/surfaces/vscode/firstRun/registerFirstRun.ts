import * as vscode from 'vscode';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { walkthroughId } from '../../../manifest/walkthrough.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { setContextKey } from '../support/contextKey.js';
import { DayCommand } from './dayCommand.js';
import { registerGlossary } from './glossary.js';
import { greetNewcomer } from './greetNewcomer.js';
import { fillSample, removeSampleFolder } from './sampleCommands.js';

/** What a newcomer is offered: the walkthrough, the sample, and a day that is played. */
export function registerFirstRun(context: vscode.ExtensionContext, environment: CommandEnvironment): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  const day = new DayCommand(context, environment);
  const openWalkthrough = async (step?: string): Promise<void> => {
    // From false to true: only that makes the editor look whether the steps are done.
    setContextKey(contextKeys.walkthroughShown, false);
    const category = `${context.extension.id}#${walkthroughId}`;
    const target = step === undefined ? category : { category, step };
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', target);
    await environment.status.refresh();
    setContextKey(contextKeys.walkthroughShown, true);
  };
  const noteWalkthrough = (tabs: readonly vscode.Tab[]): void => {
    // Of the editor's own pages a tab says nothing but that it is of no known kind.
    if (tabs.some(({ input }) => input === undefined)) setContextKey(contextKeys.walkthroughShown, true);
  };
  noteWalkthrough(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  void greetNewcomer(context, openWalkthrough)
    .catch(error => environment.log.error('The greeting failed.', error))
    .then(() => day.begin());
  return vscode.Disposable.from(
    day,
    registerGlossary(context),
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => noteWalkthrough(opened)),
    registerCommand('stateroom.walkthrough.open', (step?: unknown) =>
      openWalkthrough(typeof step === 'string' ? step : undefined),
    ),
    registerCommand('stateroom.sample.fill', (input?: unknown) => fillSample(context, input)),
    registerCommand('stateroom.sample.remove', (input?: unknown) => removeSampleFolder(context, input)),
    registerCommand('stateroom.playDay', (input?: unknown) => day.run(input)),
  );
}
