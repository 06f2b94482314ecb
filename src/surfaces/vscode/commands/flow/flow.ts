import type { z } from 'zod';
import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import type { AnyOperation } from '../../../../operations/operation.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Repository } from '../../repository.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { type Answer, back, type Step } from '../../support/prompt.js';
import type { ChoiceMemory } from '../choiceMemory.js';
import { askWorkItem, type WorkItemQuestion } from '../workItemPicker.js';

export type Input = Record<string, unknown>;

/** What an operation is called with, once for each work item. */
export interface FlowResult {
  /** Empty for operations that are not about a work item. */
  readonly ids: readonly string[];
  readonly input: Input;
  /** True when the person typed or chose the command that is run. */
  readonly typed?: boolean;
}

/** Asks the person for what an operation still needs; undefined when they closed a box. */
export type OperationFlow = (flow: Flow) => Promise<FlowResult | undefined>;

/** One run of a flow: what is known so far and how to ask for more. */
export class Flow {
  /** The task that what is asked for belongs to; undefined for that of the worktree. */
  readonly task: string | undefined;
  private shown: WorkItem | undefined;

  constructor(
    readonly operation: AnyOperation,
    /** What the operation is called in the language of the editor. */
    readonly title: string,
    readonly repository: Repository,
    readonly clock: Clock,
    readonly memory: ChoiceMemory,
    public ids: readonly string[],
    /** Known fields of the input, without `id` where the operation is about a work item. */
    readonly input: Input,
    task?: string,
  ) {
    this.task = task ?? (typeof input.task === 'string' ? input.task : undefined);
  }

  /** The schema of one input field, to judge what is typed. */
  field(name: string): z.ZodType {
    const schema = this.operation.input.shape[name];
    if (schema === undefined) throw new Error(`${this.operation.name} has no field ${name}.`);
    return schema as z.ZodType;
  }

  /** Gives a field; undefined takes it away. */
  set(name: string, value: unknown): void {
    if (value === undefined) delete this.input[name];
    else this.input[name] = value;
  }

  has(name: string): boolean {
    return this.input[name] !== undefined;
  }

  /** The step that asks for the work item; none when the command was called for one. */
  itemSteps(question: Omit<WorkItemQuestion, 'title'>): Step[] {
    if (this.ids.length > 0) return [];
    return [
      async at => {
        const chosen = await askWorkItem(this.repository, this.clock, { ...question, ...at, title: this.title });
        return this.choose(chosen);
      },
    ];
  }

  /** The step for a field that may be known already. */
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

  /** The first of the work items this flow is about, as stored now. Throws what the store refuses. */
  async item(): Promise<WorkItem> {
    const id = this.ids[0];
    if (id === undefined) throw new Error(`${this.operation.name} has no work item yet.`);
    if (this.shown !== undefined && (this.shown.id === id || this.shown.ref === id)) return this.shown;
    const found = await invokeOrThrow(this.repository, queueShow, { id });
    this.shown = found.item;
    return found.item;
  }

  /** What the flow has come to. */
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
