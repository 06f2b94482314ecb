import type * as vscode from 'vscode';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { registerCommands } from '../commands/registerCommands.js';
import type { Timeline } from './timeline.js';

/** Registers the commands of the timeline's document, whose code is loaded with the first of them. */
export function registerTimelineCommands(environment: CommandEnvironment): vscode.Disposable {
  let opened: Promise<Timeline> | undefined;
  const timeline = (): Promise<Timeline> => {
    opened ??= import('./timeline.js').then(module => new module.Timeline(environment));
    return opened;
  };
  const commands = registerCommands(environment, {
    'timeline.open': async () => (await timeline()).open(),
    'timeline.later': async () => (await timeline()).turn('later'),
    'timeline.earlier': async () => (await timeline()).turn('earlier'),
    'timeline.filter': async () => (await timeline()).filter(),
    'timeline.refresh': async () => (await timeline()).refresh(),
  });
  return {
    dispose: () => {
      commands.dispose();
      void opened?.then(one => one.dispose());
    },
  };
}
