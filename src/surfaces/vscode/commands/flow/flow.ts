import type { z } from 'zod';
import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import type { AnyOperation } from '../../../../operations/operation.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import type { Clock } from '../../../../platform/clock.js';
import type { RunOperation } from '../../repository/runOperation.js';
import type { Repository } from '../../repository.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { type Answer, back, type Step } from '../../support/prompt.js';
import type { ChoiceMemory } from '../choiceMemory.js';
import { askWorkItem, type WorkItemQuestion } from '../workItemPicker.js';

export type Input = Record<string, unknown>;

/** Arguments of an operation, which is called once for each work item. */
export interface FlowResult {
  /** Empty for operations that do not take a work item. */
  readonly ids: readonly string[];
  readonly input: Input;
  /** True if the person typed or chose the command to run. */
  readonly typed?: boolean;
}

/** Asks for an operation's missing input; undefined if a box was closed, or another operation was run instead. */
export type OperationFlow = (flow: Flow) => Promise<FlowResult | undefined>;

/** One run of a flow: known input and the prompts for the rest. */
export class Flow {
  /** Task of the requested records; undefined for that of the worktree. */
  readonly task: string | undefined;
  private shown: WorkItem | undefined;

  constructor(
    readonly operation: AnyOperation,
    readonly title: string,
    readonly repository: Repository,
    readonly clock: Clock,
    readonly memory: ChoiceMemory,
    readonly run: RunOperation,
    public ids: readonly string[],
    /** Known fields of the input, without `id` if the operation takes a work item. */
    readonly input: Input,
    task?: string,
  ) {
    this.task = task ?? (typeof input.task === 'string' ? input.task : undefined);
  }

  field(name: string): z.ZodType {
    const schema = this.operation.input.shape[name];
    if (schema === undefined) throw new Error(`${this.operation.name} has no field ${name}.`);
    return schema as z.ZodType;
  }

  /** Sets a field; undefined removes it. */
  set(name: string, value: unknown): void {
    if (value === undefined) delete this.input[name];
    else this.input[name] = value;
  }

  has(name: string): boolean {
    return this.input[name] !== undefined;
  }

  /** Returns the step that asks for the work item; none if the command was called with one. */
  itemSteps(question: Omit<WorkItemQuestion, 'title'>): Step[] {
    if (this.ids.length > 0) return [];
    return [
      async at => {
        const chosen = await askWorkItem(this.repository, this.clock, { ...question, ...at, title: this.title });
        return this.choose(chosen);
      },
    ];
  }

  /** Returns the step for a field; none if the field is known. */
  fieldSteps(name: string, ask: (at: Parameters<Step>[0]) => Promise<Answer<unknown>>): Step[] {
    if (this.has(name)) return [];
    return [
      async at => {
        const answer = await ask(at);
        if (answer !== back && answer !== undefined) this.input[name] = answer;
        return answer;
      },
    ];
  }

  /** Reads the first work item of this flow from the store. Throws the store's refusals. */
  async item(): Promise<WorkItem> {
    const id = this.ids[0];
    if (id === undefined) throw new Error(`${this.operation.name} has no work item yet.`);
    if (this.shown !== undefined && (this.shown.id === id || this.shown.ref === id)) return this.shown;
    const found = await invokeOrThrow(this.repository, queueShow, { id });
    this.shown = found.item;
    return found.item;
  }

  result(): FlowResult {
    return { ids: this.ids, input: this.input };
  }

  private choose(chosen: Answer<WorkItem>): Answer<WorkItem> {
    if (chosen !== back && chosen !== undefined) {
      this.shown = chosen;
      this.ids = [chosen.id];
    }
    return chosen;
  }
}
