import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { allLaneActs } from '../../../manifest/laneActs.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { verbatim } from '../../../messages/message.js';
import { commandOf } from '../../../operations/commandOf.js';
import { coreCatalogue } from '../../../operations/coreCatalogue.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { isOfRuns } from '../../../operations/loadRunOperations.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { openRepositoryAt, repositoryAt } from '../repository/repositoryRef.js';
import { restrictedMode } from '../repository/restrictedMode.js';
import type { Repository } from '../repository.js';
import { isRecord } from '../views/shownNode.js';
import { argumentsInDiff } from './argumentsInDiff.js';
import { laneArguments, readCall } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { operationNamed } from './operationNamed.js';
import { standingOfCall, standingOfEditor } from './standingOfCall.js';

/**
 * Registers a command for every operation in the palette, from the catalogue. Those of lanes and investigations load late; their names are
 * taken from the commands in package.json.
 */
export function registerOperationCommands(
  environment: CommandEnvironment,
  contributed: readonly string[],
  operations: readonly AnyOperation[] = coreCatalogue,
): vscode.Disposable {
  const runner = new OperationRunner(environment);
  const commands = operations
    .filter(operation => operation.palette)
    .map(operation =>
      vscode.commands.registerCommand(`stateroom.${operation.name}`, async (...args: unknown[]) =>
        // External callers get English texts, as on the command line.
        inEnglish(await runner.run(operation, args)),
      ),
    );
  const ofLanes = laneOperationsAmong(contributed).map(name =>
    vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) => {
      const given = laneArguments(argumentsInDiff(args, name), name, environment.lanesView.selection);
      return inEnglish(await runner.run(await operationNamed(name), given));
    }),
  );
  const ofRuns = namesOf(contributed)
    .filter(isOfRuns)
    .map(name =>
      vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) =>
        inEnglish(await runner.run(await operationNamed(name), args)),
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

/** Runs operations as commands. The code for prompts, calls and results is loaded with the first one. */
class OperationRunner {
  constructor(private readonly environment: CommandEnvironment) {}

  /** Returns the output (a list for several work items), the refusal, or undefined if the person closed a box. */
  async run(operation: AnyOperation, args: readonly unknown[]): Promise<unknown> {
    const { notice, queueView, findingsView } = this.environment;
    const repository = this.repositoryOf(operation, args);
    if (isRefusal(repository)) {
      notice.show(repository);
      return repository;
    }
    // Before any prompt whose answer would be wasted.
    if (operation.effect !== 'read' && !vscode.workspace.isTrusted) {
      const refusal = restrictedMode();
      notice.show(refusal, repository);
      return refusal;
    }
    const aboutFindings = operation.about === 'finding';
    const call = readCall(args, () => (aboutFindings ? findingsView : queueView).selection);
    // A button in a view's title bar passes the row with the keyboard focus, whose input may not fit.
    const given = Object.entries(call.input).filter(([name]) => !call.isFromRow || name in operation.input.shape);
    const { id, ids, ...rest } = Object.fromEntries(given) as Record<string, unknown>;
    const about = operation.about !== undefined;
    const [item] = call.ids;
    if (!about && call.isOfWorkItem === true && 'workItem' in operation.input.shape) rest.workItem ??= item;
    const input = about
      ? { ...rest }
      : { ...rest, ...(id === undefined ? {} : { id }), ...(ids === undefined ? {} : { ids }) };
    return notice.attempt(l10n.t('“{0}” failed.', this.titleOf(operation)), repository, async () => {
      const { OperationRun } = await import('./operationRun.js');
      const title = this.titleOf(operation);
      return new OperationRun(this.environment, operation, repository, title).run(about ? call.ids : [], input);
    });
  }

  private titleOf(operation: AnyOperation): string {
    return this.environment.titleOf(commandOf(operation));
  }

  private repositoryOf(operation: AnyOperation, args: readonly unknown[]): Repository | Refusal {
    const { repositories } = this.environment;
    const isAboutEditor = operation.name === findingRecord.name && args[1] === undefined && !hasPath(args[0]);
    const standing = standingOfCall(repositories, args) ?? (isAboutEditor ? standingOfEditor(repositories) : undefined);
    if (standing !== undefined) {
      // A merge run from the worktree of the lane's diff would keep that worktree, as the caller's folder.
      const find = isOfLanes(operation.name) ? openRepositoryAt : repositoryAt;
      return find(repositories, standing);
    }
    if (repositories.active === undefined) repositories.reconcile();
    return repositories.active ?? noRepository();
  }
}

function noRepository(): Refusal {
  return refuse('no_repository', verbatim(l10n.t('No folder in this window is in a git repository.')), {
    hint: verbatim(l10n.t('Open a folder in a git repository. Stateroom keeps its queue there.')),
  });
}

/** Returns true for an input with a file path; the URI that a menu passes has a `path` too. */
function hasPath(given: unknown): boolean {
  return isRecord(given) && !(given instanceof vscode.Uri) && given.path !== undefined;
}
