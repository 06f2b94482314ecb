import * as vscode from 'vscode';
import { allLaneActs } from '../../../manifest/laneActs.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { coreCatalogue } from '../../../operations/coreCatalogue.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { isOfRuns } from '../../../operations/loadRunOperations.js';
import { argumentsInDiff } from './argumentsInDiff.js';
import { laneArguments } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { operationNamed } from './operationNamed.js';
import type { OperationRunner } from './operationRunner.js';

/** Registers a command per palette operation. Those of lanes and investigations load late: package.json names them. */
export function registerOperationCommands(
  runner: OperationRunner,
  { lanesView }: Pick<CommandEnvironment, 'lanesView'>,
  contributed: readonly string[],
): vscode.Disposable {
  const commands = coreCatalogue
    .filter(operation => operation.palette)
    .map(operation =>
      vscode.commands.registerCommand(`stateroom.${operation.name}`, async (...args: unknown[]) =>
        // External callers get English texts, as on the command line.
        inEnglish(await runner.runCommand(operation, args)),
      ),
    );
  const ofLanes = laneOperationsAmong(contributed).map(name =>
    vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) => {
      const given = laneArguments(argumentsInDiff(args, name), name, lanesView.selection);
      return inEnglish(await runner.runCommand(await operationNamed(name), given));
    }),
  );
  const ofRuns = namesOf(contributed)
    .filter(isOfRuns)
    .map(name =>
      vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) =>
        inEnglish(await runner.runCommand(await operationNamed(name), args)),
      ),
    );
  return vscode.Disposable.from(...commands, ...ofLanes, ...ofRuns);
}

function laneOperationsAmong(commands: readonly string[]): readonly string[] {
  const acts = new Set(Object.keys(allLaneActs).map(act => `lane.${act}`));
  return namesOf(commands).filter(name => isOfLanes(name) && !acts.has(name));
}

function namesOf(commands: readonly string[]): readonly string[] {
  return commands.map(command => command.replace(/^stateroom\./, ''));
}
