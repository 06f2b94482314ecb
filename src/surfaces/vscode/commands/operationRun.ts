import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, RefusalError } from '../../../domain/refusal/refusal.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { standingOf } from '../repository/repositoryRef.js';
import type { InvokeOptions, Repository } from '../repository.js';
import { back } from '../support/prompt.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { Flow, type FlowResult } from './flow/flow.js';
import { flowOf } from './flow/operationFlows.js';
import { invokeLong, isLong } from './invokeLong.js';
import { showResult } from './operationResults.js';
import { askOtherWay } from './otherWay.js';
import { askTask } from './taskPickers.js';
import { planUndo, type UndoStep } from './undo.js';
import { isWhichTask } from './whichTask.js';

/** Time after which a query can be cancelled, in ms. */
const patienceMs = 1000;

/** One run of an operation as a command: asks for missing input, calls, shows the outcome. */
export class OperationRun {
  constructor(
    private readonly environment: CommandEnvironment,
    private readonly operation: AnyOperation,
    private readonly repository: Repository,
    private readonly title: string,
  ) {}

  /** Asks for missing input, and first for the task if it is ambiguous. Undefined if the person closed a box. */
  async ask(ids: readonly string[], input: Record<string, unknown>): Promise<FlowResult | undefined> {
    const { operation, repository, title } = this;
    const { memory, clock, run } = this.environment;
    const ask = await flowOf(operation.name);
    try {
      return await ask(new Flow(operation, title, repository, clock, memory, run, ids, { ...input }));
    } catch (error) {
      if (!(error instanceof RefusalError) || !isWhichTask(error.refusal, input)) throw error;
      const task = await askWhichTask(title, repository);
      if (task === undefined) return undefined;
      const withTask = operation.input.shape.task === undefined ? input : { ...input, task };
      return ask(new Flow(operation, title, repository, clock, memory, run, ids, { ...withTask }, task));
    }
  }

  /** Calls once per work item, in order, up to the first refusal. Returns output or outputs, refusal, or undefined. */
  async call(result: FlowResult): Promise<unknown> {
    const { operation, repository } = this;
    const inputs = result.ids.length === 0 ? [result.input] : result.ids.map(id => ({ ...result.input, id }));
    const outputs: unknown[] = [];
    const { undo } = this.environment;
    const steps: UndoStep[] = [];
    for (const input of inputs) {
      const plan = await planUndo(operation, repository, input);
      const { output, isShown } = await this.invokeOrAsk(input, { typed: result.typed === true });
      if (isRefusal(output) && !isShown) {
        const workItem = operation.about === 'workItem' ? { workItem: String(input.id) } : {};
        this.environment.notice.show(output, repository, { operation: operation.name, ...workItem });
      }
      if (output === undefined || isRefusal(output)) {
        undo.offer(repository, steps);
        return output;
      }
      // The other operation has already reported its outcome.
      if (isShown) {
        if (inputs.length === 1) return output;
        continue;
      }
      outputs.push(output);
      const step = plan?.(output);
      if (step !== undefined) steps.push(step);
    }
    undo.offer(repository, steps);
    // The first write creates the store; from then on the window follows it.
    if (operation.effect !== 'read') void this.environment.status.refresh();
    if (outputs.length > 0) await showResult(operation, repository, outputs, this.environment);
    return outputs.length === 1 ? outputs[0] : outputs;
  }

  /** Calls; asks for another way after a refusal that can be overridden. `isShown`: the outcome was already shown. */
  private async invokeOrAsk(
    first: Record<string, unknown>,
    options: InvokeOptions,
  ): Promise<{ readonly output: unknown; readonly isShown: boolean }> {
    const { operation, repository } = this;
    let input = first;
    for (;;) {
      const output = await this.invokeForTask(input, options);
      if (!isRefusal(output)) return { output, isShown: false };
      const way = await askOtherWay(operation, repository, input, output);
      if (way === undefined) return { output, isShown: false };
      const { instead, again } = way;
      if (instead !== undefined) {
        const done = await this.environment.run(instead.operation, instead.input, standingOf(repository));
        if (again === undefined || done === undefined || isRefusal(done)) return { output: done, isShown: true };
      } else if (again === undefined) return { output, isShown: true };
      input = again;
    }
  }

  /** Asks for the task if it is ambiguous; returns undefined if the person closed the box. */
  private async invokeForTask(input: Record<string, unknown>, options: InvokeOptions): Promise<unknown> {
    const { operation, repository, title } = this;
    const output = await this.invoke(input, options);
    if (!isRefusal(output) || operation.input.shape.task === undefined || !isWhichTask(output, input)) return output;
    const task = await askWhichTask(title, repository);
    return task === undefined ? undefined : this.invoke({ ...input, task }, options);
  }

  private async invoke(input: Record<string, unknown>, options: InvokeOptions): Promise<unknown> {
    const { operation, repository, title } = this;
    if (operation.removesWorktree && typeof input.lane === 'string') {
      await this.environment.laneTerminals.release(repository, input.lane);
    }
    if (operation.progress === 'late') return this.invokeCancellable(input);
    if (operation.progress === 'window') {
      const place = { location: vscode.ProgressLocation.Window, title };
      return Promise.resolve(vscode.window.withProgress(place, () => repository.invoke(operation, input)));
    }
    if (!isLong(operation)) return repository.invoke(operation, input);
    return invokeLong(operation, repository, input, { ...options, title });
  }

  /** Shows no progress for a quick answer; a slow one can be cancelled. */
  private async invokeCancellable(input: Record<string, unknown>): Promise<unknown> {
    const { operation, repository, title } = this;
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
      title,
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
}

/** Returns the chosen `T-3`; undefined if the person closed the box. */
async function askWhichTask(title: string, repository: Repository): Promise<string | undefined> {
  const task = await askTask(repository, { title, placeholder: l10n.t('Select a task'), which: 'live' });
  return task === undefined || task === back ? undefined : task.ref;
}
