import * as vscode from 'vscode';
import { walkthroughId } from '../../../manifest/walkthrough.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { Dashboard } from '../dashboard/dashboard.js';
import { DayCommand } from './dayCommand.js';
import { registerGlossary } from './glossary.js';
import { greetNewcomer } from './greetNewcomer.js';
import { fillSample, removeSampleFolder } from './sampleCommands.js';
import { WalkthroughSteps } from './walkthroughSteps.js';

export function registerFirstRun(
  context: vscode.ExtensionContext,
  environment: CommandEnvironment,
  dashboard: Dashboard,
): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  const day = new DayCommand(context, environment, dashboard);
  const openWalkthrough = async (step?: unknown): Promise<void> => {
    const category = `${context.extension.id}#${walkthroughId}`;
    const target = typeof step === 'string' ? { category, step } : category;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', target);
  };
  void greetNewcomer(context, environment.status, openWalkthrough)
    .catch(error => environment.log.error('The greeting failed.', error))
    .then(() => day.begin());
  return vscode.Disposable.from(
    day,
    registerGlossary(context),
    new WalkthroughSteps(context, environment),
    registerCommand('stateroom.walkthrough.open', openWalkthrough),
    registerCommand('stateroom.sample.fill', (input?: unknown) => fillSample(context, input)),
    registerCommand('stateroom.sample.remove', (input?: unknown) => removeSampleFolder(context, input)),
    registerCommand('stateroom.playDay', (input?: unknown) => day.run(input)),
  );
}
