import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import {
  type Answer,
  askChoice,
  askInSteps,
  askText,
  back,
  type Choice,
  problemOf,
  type Step,
  type StepPlace,
  stepIf,
} from '../../support/prompt.js';
import type { WorkItemQuestion } from '../workItemPicker.js';
import type { Flow, OperationFlow } from './flow.js';

/** What an operation needs of the person: the steps that ask for it, none where it is known already. */
export type Question = (flow: Flow) => readonly Step[] | Promise<readonly Step[]>;

/** A flow of these questions, one after the other. */
export function asking(...questions: readonly Question[]): OperationFlow {
  return async flow => ((await ask(flow, ...questions)) ? flow.result() : undefined);
}

/** Asks them; false when the person closed a box. */
export async function ask(flow: Flow, ...questions: readonly Question[]): Promise<boolean> {
  const steps: Step[] = [];
  for (const question of questions) steps.push(...(await question(flow)));
  return askInSteps(steps);
}

/** The work item that the operation is about. */
export function workItem(question: (flow: Flow) => Omit<WorkItemQuestion, 'title'>): Question {
  return flow => flow.itemSteps(question(flow));
}

/** A field with its own prompt. */
export function field(
  name: string,
  ask: (flow: Flow, at: StepPlace) => Promise<Answer<unknown>>,
): (flow: Flow) => Step[] {
  return flow => flow.fieldSteps(name, at => ask(flow, { ...at, title: flow.title }));
}

/** What every box of a field has; texts are made when it opens. */
interface Box {
  /** The operation's own title when absent. */
  title?(flow: Flow): string | Promise<string>;
}

interface TextField extends Box {
  /** True where there is nothing to ask after all. */
  skips?(flow: Flow): boolean;
  prompt(flow: Flow): string | Promise<string>;
  placeholder?(): string;
  /** The value of the input box. */
  value?(flow: Flow): string | Promise<string>;
  /** What is typed as the field takes it: the text itself when absent. */
  read?(text: string): unknown;
  /** Why a text is no answer, as a sentence; as the schema of the field says when absent. */
  problem?(typed: string, flow: Flow): string | undefined;
  /** May be left empty; then the field is not given. */
  readonly isOptional?: true;
}

/** A text, judged by the schema of the field. */
export function text(name: string, box: TextField): (flow: Flow) => Step[] {
  const { read = typed => typed } = box;
  const judge = box.problem ?? ((typed, flow) => problemOf(flow.field(name), read(typed)));
  const isLeftOut = (typed: string): boolean => box.isOptional === true && typed.trim() === '';
  return flow => {
    if (flow.has(name)) return [];
    const { skips } = box;
    const asks: Step = async at => {
      const answer = await askText({
        ...at,
        title: await titleOf(flow, box),
        prompt: await box.prompt(flow),
        placeholder: box.placeholder?.(),
        value: await box.value?.(flow),
        problem: typed => (isLeftOut(typed) ? undefined : judge(typed, flow)),
      });
      if (typeof answer === 'string') flow.set(name, isLeftOut(answer) ? undefined : read(answer));
      return answer;
    };
    return [skips === undefined ? asks : stepIf(() => !skips(flow), asks)];
  };
}

interface ChoiceField<T> extends Box {
  placeholder(flow: Flow): string;
  /** Said when there is nothing to choose. */
  empty?(): string;
  rows(flow: Flow): readonly Choice<T>[] | Promise<readonly Choice<T>[]>;
  /** The value whose row is selected as the box opens; default: the first. */
  readonly active?: T;
  /** Under which name the last answer is remembered, to be on top the next time. */
  readonly memory?: string;
}

/** One of several values of a field. */
export function choice<T extends string>(name: string, box: ChoiceField<T>): (flow: Flow) => Step[] {
  const { memory } = box;
  return field(name, async (flow, at) => {
    const answer = await askChoice<T>({
      ...at,
      title: await titleOf(flow, box),
      placeholder: box.placeholder(flow),
      empty: box.empty?.(),
      active: box.active,
      rows: memory === undefined ? box.rows(flow) : flow.memory.lastFirst(memory, await box.rows(flow)),
    });
    if (memory !== undefined && answer !== undefined && answer !== back) await flow.memory.remember(memory, answer);
    return answer;
  });
}

/** A record that a picker asks for, of which the field takes `fieldOf`. */
export function picked<T extends object>(
  name: string,
  pick: (flow: Flow, at: StepPlace) => Promise<Answer<T>>,
  fieldOf: (chosen: T) => unknown,
): (flow: Flow) => Step[] {
  return field(name, async (flow, at) => {
    const chosen = await pick(flow, at);
    return typeof chosen === 'object' ? fieldOf(chosen) : chosen;
  });
}

/** The operation and the work item it is about. */
export async function itemTitle(flow: Flow): Promise<string> {
  const { ref }: WorkItem = await flow.item();
  return `${flow.title}: ${ref}`;
}

async function titleOf(flow: Flow, { title }: Box): Promise<string> {
  return title === undefined ? flow.title : await title(flow);
}
