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

/** Steps that ask for input of an operation; none if it is known. */
export type Question = (flow: Flow) => readonly Step[] | Promise<readonly Step[]>;

export function asking(...questions: readonly Question[]): OperationFlow {
  return async flow => ((await ask(flow, ...questions)) ? flow.result() : undefined);
}

export async function ask(flow: Flow, ...questions: readonly Question[]): Promise<boolean> {
  const steps: Step[] = [];
  for (const question of questions) steps.push(...(await question(flow)));
  return askInSteps(steps);
}

export function workItem(question: (flow: Flow) => Omit<WorkItemQuestion, 'title'>): Question {
  return flow => flow.itemSteps(question(flow));
}

export function field(
  name: string,
  ask: (flow: Flow, at: StepPlace) => Promise<Answer<unknown>>,
): (flow: Flow) => Step[] {
  return flow => flow.fieldSteps(name, at => ask(flow, { ...at, title: flow.title }));
}

/** Properties of every field's box; texts are built when it opens. */
interface Box {
  /** Defaults to the operation's title. */
  title?(flow: Flow): string | Promise<string>;
}

interface TextField extends Box {
  skips?(flow: Flow): boolean;
  prompt(flow: Flow): string | Promise<string>;
  placeholder?(): string;
  value?(flow: Flow): string | Promise<string>;
  /** Converts the typed text to the field's value; defaults to the text itself. */
  read?(text: string): unknown;
  /** Returns the reason why a text is invalid, as a sentence; defaults to that of the field's schema. */
  problem?(typed: string, flow: Flow): string | undefined;
  /** True if it may be left empty, which omits the field. */
  readonly isOptional?: true;
}

/** Asks for a text, validated by the schema of the field. */
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
  empty?(): string;
  rows(flow: Flow): readonly Choice<T>[] | Promise<readonly Choice<T>[]>;
  /** Value of the row that is selected when the box opens; defaults to the first. */
  readonly active?: T;
  /** Key under which the last answer is remembered, to be on top the next time. */
  readonly memory?: string;
}

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

/** Asks for a record with a picker; the field's value is `fieldOf` of it. */
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

/** Returns the title with the work item's ref. */
export async function itemTitle(flow: Flow): Promise<string> {
  const { ref }: WorkItem = await flow.item();
  return `${flow.title}: ${ref}`;
}

async function titleOf(flow: Flow, { title }: Box): Promise<string> {
  return title === undefined ? flow.title : await title(flow);
}
