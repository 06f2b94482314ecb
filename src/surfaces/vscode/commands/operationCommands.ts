import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal, RefusalError, refuse } from '../../../domain/refusal/refusal.js';
import { allLaneActs } from '../../../manifest/laneActs.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { verbatim } from '../../../messages/message.js';
import { commandOf } from '../../../operations/commandOf.js';
import { coreCatalogue } from '../../../operations/coreCatalogue.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { repositoryAt, standingOf } from '../repository/repositoryRef.js';
import { restrictedMode } from '../repository/restrictedMode.js';
import type { InvokeOptions, Repository } from '../repository.js';
import { back } from '../support/prompt.js';
import { isRecord } from '../views/shownNode.js';
import { laneArguments, readCall } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { Flow, type FlowResult } from './flow/flow.js';
import { flowOf } from './flow/operationFlows.js';
import { invokeLong, isLong } from './invokeLong.js';
import { operationNamed } from './operationNamed.js';
import { showResult } from './operationResults.js';
import { askOtherWay } from './otherWay.js';
import { standingOfCall, standingOfEditor } from './standingOfCall.js';
import { askTask } from './taskPickers.js';
import { planUndo, type UndoStep } from './undo.js';
import { isWhichTask } from './whichTask.js';

/** How long a query runs before it is offered to be called off, ms. */
const patienceMs = 1000;

/**
 * Registers one command for every operation that the palette offers, made from the catalogue. Those of lanes load late: which
 * there are follows from the commands that package.json contributes.
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
        // Whoever calls a command from outside is given texts, as on the command line.
        inEnglish(await runner.run(operation, args)),
      ),
    );
  const ofLanes = laneOperationsAmong(contributed).map(name =>
    vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) => {
      const given = laneArguments(args, name, environment.lanesView.selection);
      return inEnglish(await runner.run(await operationNamed(name), given));
    }),
  );
  return vscode.Disposable.from(...commands, ...ofLanes);
}

function laneOperationsAmong(commands: readonly string[]): readonly string[] {
  const acts = new Set(Object.keys(allLaneActs).map(act => `lane.${act}`));
  return commands
    .map(command => command.replace(/^stateroom\./, ''))
    .filter(name => isOfLanes(name) && !acts.has(name));
}

/** Runs operations as commands: asks for what is missing, calls, shows the outcome. */
class OperationRunner {
  constructor(private readonly environment: CommandEnvironment) {}

  /** The output (a list of them for several work items), the refusal, or undefined when the person closed a box. */
  async run(operation: AnyOperation, args: readonly unknown[]): Promise<unknown> {
    const { notice, queueView, findingsView } = this.environment;
    const repository = this.repositoryOf(operation, args);
    if (isRefusal(repository)) {
      notice.show(repository);
      return repository;
    }
    // Before anything is asked that would be in vain.
    if (operation.effect !== 'read' && !vscode.workspace.isTrusted) {
      const refusal = restrictedMode();
      notice.show(refusal, repository);
      return refusal;
    }
    const aboutFindings = operation.about === 'finding';
    const call = readCall(args, () => (aboutFindings ? findingsView : queueView).selection);
    // A button of a view's title bar is called with the row that has the keyboard, which may know nothing of use for it.
    const given = Object.entries(call.input).filter(([name]) => !call.isFromRow || name in operation.input.shape);
    const { id, ids, ...rest } = Object.fromEntries(given) as Record<string, unknown>;
    const about = operation.about !== undefined;
    const [item] = call.ids;
    if (!about && call.isOfWorkItem === true && 'workItem' in operation.input.shape) rest.workItem ??= item;
    const input = about
      ? { ...rest }
      : { ...rest, ...(id === undefined ? {} : { id }), ...(ids === undefined ? {} : { ids }) };
    return notice.attempt(l10n.t('“{0}” failed.', this.titleOf(operation)), repository, async () => {
      const result = await this.ask(operation, repository, about ? call.ids : [], input);
      return result && this.call(operation, repository, result);
    });
  }

  /** Asks for what is missing. What belongs to a task can be asked for once it is clear which task is meant. */
  private async ask(
    operation: AnyOperation,
    repository: Repository,
    ids: readonly string[],
    input: Record<string, unknown>,
  ): Promise<FlowResult | undefined> {
    const { memory, clock } = this.environment;
    const ask = await flowOf(operation.name);
    try {
      return await ask(new Flow(operation, this.titleOf(operation), repository, clock, memory, ids, { ...input }));
    } catch (error) {
      if (!(error instanceof RefusalError) || !isWhichTask(error.refusal, input)) throw error;
      const task = await askWhichTask(this.titleOf(operation), repository);
      if (task === undefined) return undefined;
      const withTask = operation.input.shape.task === undefined ? input : { ...input, task };
      return ask(new Flow(operation, this.titleOf(operation), repository, clock, memory, ids, { ...withTask }, task));
    }
  }

  /** Once for each work item, in order; stops at the first refusal, which says what was refused. */
  private async call(operation: AnyOperation, repository: Repository, result: FlowResult): Promise<unknown> {
    const inputs = result.ids.length === 0 ? [result.input] : result.ids.map(id => ({ ...result.input, id }));
    const outputs: unknown[] = [];
    const { undo } = this.environment;
    const steps: UndoStep[] = [];
    for (const input of inputs) {
      const plan = await planUndo(operation, repository, input);
      const { output, isTold } = await this.invokeOrAsk(operation, repository, input, { typed: result.typed === true });
      if (isRefusal(output) && !isTold) {
        const workItem = operation.about === 'workItem' ? { workItem: String(input.id) } : {};
        this.environment.notice.show(output, repository, { operation: operation.name, ...workItem });
      }
      if (output === undefined || isRefusal(output)) {
        undo.offer(repository, steps);
        return output;
      }
      // What another command did has been told by that one.
      if (isTold) {
        if (inputs.length === 1) return output;
        continue;
      }
      outputs.push(output);
      const step = plan?.(output);
      if (step !== undefined) steps.push(step);
    }
    undo.offer(repository, steps);
    // The first write makes the store: from then on the window follows it.
    if (operation.effect !== 'read') void this.environment.status.refresh();
    if (outputs.length > 0) await showResult(operation, repository, outputs, this.environment);
    return outputs.length === 1 ? outputs[0] : outputs;
  }

  /**
   * Calls; after a refusal that a person may overcome, asks how, until it is done or kept as it is. `isTold`: the person knows of
   * the output, which then is that of another command, or of the refusal.
   */
  private async invokeOrAsk(
    operation: AnyOperation,
    repository: Repository,
    first: Record<string, unknown>,
    options: InvokeOptions,
  ): Promise<{ readonly output: unknown; readonly isTold: boolean }> {
    let input = first;
    for (;;) {
      const output = await this.invokeForTask(operation, repository, input, options);
      if (!isRefusal(output)) return { output, isTold: false };
      const way = await askOtherWay(operation, repository, input, output);
      if (way === undefined) return { output, isTold: false };
      const { command, again } = way;
      if (command !== undefined) {
        const done = await vscode.commands.executeCommand(command.id, command.input, standingOf(repository));
        if (again === undefined || done === undefined || isRefusal(done)) return { output: done, isTold: true };
      } else if (again === undefined) return { output, isTold: true };
      input = again;
    }
  }

  /** Where it is not clear which task is meant, the person says it; undefined when they closed the box. */
  private async invokeForTask(
    operation: AnyOperation,
    repository: Repository,
    input: Record<string, unknown>,
    options: InvokeOptions,
  ): Promise<unknown> {
    const output = await this.invoke(operation, repository, input, options);
    if (!isRefusal(output) || operation.input.shape.task === undefined || !isWhichTask(output, input)) return output;
    const task = await askWhichTask(this.titleOf(operation), repository);
    return task === undefined ? undefined : this.invoke(operation, repository, { ...input, task }, options);
  }

  private async invoke(
    operation: AnyOperation,
    repository: Repository,
    input: Record<string, unknown>,
    options: InvokeOptions,
  ): Promise<unknown> {
    if (operation.removesWorktree && typeof input.lane === 'string') {
      await this.environment.laneTerminals.release(repository, input.lane);
    }
    if (operation.progress === 'late') return this.invokeCancellable(operation, repository, input);
    if (operation.progress === 'window') {
      const place = { location: vscode.ProgressLocation.Window, title: this.titleOf(operation) };
      return Promise.resolve(vscode.window.withProgress(place, () => repository.invoke(operation, input)));
    }
    if (!isLong(operation)) return repository.invoke(operation, input);
    return invokeLong(operation, repository, input, { ...options, title: this.titleOf(operation) });
  }

  /** A quick answer comes without a word; one that is waited for can be called off. */
  private async invokeCancellable(
    operation: AnyOperation,
    repository: Repository,
    input: Record<string, unknown>,
  ): Promise<unknown> {
    const stop = new AbortController();
    const running = repository.invoke(operation, input, { signal: stop.signal });
    let timer: NodeJS.Timeout | undefined;
    const waiting = new Promise<'waiting'>(resolve => {
      timer = setTimeout(resolve, patienceMs, 'waiting');
    });
    const first = await Promise.race([running, waiting]).finally(() => clearTimeout(timer));
    if (first !== 'waiting') return first;
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: this.titleOf(operation),
      cancellable: true,
    };
    return vscode.window.withProgress(options, async (_progress, token) => {
      const cancelled = token.onCancellationRequested(() => stop.abort());
      try {
        return await running;
      } finally {
        cancelled.dispose();
      }
    });
  }

  /** What an operation is called in the language of the editor. */
  private titleOf(operation: AnyOperation): string {
    return this.environment.titleOf(commandOf(operation));
  }

  /** The repository that the caller is in, else the active one. */
  private repositoryOf(operation: AnyOperation, args: readonly unknown[]): Repository | Refusal {
    const { repositories } = this.environment;
    const isAboutEditor = operation.name === findingRecord.name && args[1] === undefined && !hasPath(args[0]);
    const standing = standingOfCall(repositories, args) ?? (isAboutEditor ? standingOfEditor(repositories) : undefined);
    if (standing !== undefined) return repositoryAt(repositories, standing);
    if (repositories.active === undefined) repositories.reconcile();
    return repositories.active ?? noRepository();
  }
}

/** The `T-3` that the person chooses; undefined when they closed the box. */
async function askWhichTask(title: string, repository: Repository): Promise<string | undefined> {
  const task = await askTask(repository, { title, placeholder: l10n.t('Select a task'), which: 'live' });
  return task === undefined || task === back ? undefined : task.ref;
}

function noRepository(): Refusal {
  return refuse('no_repository', verbatim(l10n.t('No folder in this window is in a git repository.')), {
    hint: verbatim(l10n.t('Open a folder in a git repository. Stateroom keeps its queue there.')),
  });
}

/** True for an input that says which file it is about; the address that a menu brings has a `path` too. */
function hasPath(given: unknown): boolean {
  return isRecord(given) && !(given instanceof vscode.Uri) && given.path !== undefined;
}
