import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { commandOf } from '../../../operations/commandOf.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import type { AnyOperation, Operation } from '../../../operations/operation.js';
import { openRepositoryAt, type RepositoryRef, repositoryAt } from '../repository/repositoryRef.js';
import { restrictedMode } from '../repository/restrictedMode.js';
import type { Repository } from '../repository.js';
import { isRecord } from '../views/shownNode.js';
import { readCall } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { standingOfCall, standingOfEditor } from './standingOfCall.js';

/** Runs operations as commands. The code for prompts, calls and results is loaded with the first one. */
export class OperationRunner {
  constructor(private readonly environment: CommandEnvironment) {}

  async run<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: Partial<z.input<Input>>,
    at?: RepositoryRef,
  ): Promise<z.output<Output> | Refusal | undefined> {
    const outcome = await this.start(operation, [input, at], async () => 'not begun');
    return outcome as z.output<Output> | Refusal | undefined;
  }

  /** Runs a command. A verdict may end the person's review. Returns output, refusal, or undefined if dismissed. */
  runCommand(operation: AnyOperation, args: readonly unknown[]): Promise<unknown> {
    return this.start(operation, args, this.environment.finishInstead);
  }

  private async start(
    operation: AnyOperation,
    args: readonly unknown[],
    finishInstead: CommandEnvironment['finishInstead'],
  ): Promise<unknown> {
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
      const run = new OperationRun(this.environment, operation, repository, title);
      const asked = await run.ask(about ? call.ids : [], input);
      if (asked === undefined) return undefined;
      const finished = await finishInstead(operation, repository, asked.input);
      return finished === 'not begun' ? run.call(asked) : finished;
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
