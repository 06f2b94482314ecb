import type { z } from 'zod';
import { type Refusal, RefusalError, unlessRefused } from '../domain/refusal/refusal.js';
import type { Brief, BriefAct, BriefSection } from '../domain/workflow/brief.js';
import type { FileEdit } from '../domain/workflow/fileEdit.js';
import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import type { Sentence } from '../messages/sentence.js';
import type { AnyOperation, OfferedWith, Operation } from '../operations/operation.js';
import type { Markup } from '../reports/markup.js';
import type { Translate } from '../reports/translate.js';

/**
 * A step of the lifecycle that a person or an agent requests by name. Declared once; the chat command, the palette command, the MCP prompt,
 * the skill and `ritual.brief` derive from it.
 */
export interface Workflow {
  readonly name: WorkflowName;
  /** `Hand Off`: the palette shows `Stateroom: Hand Off…`. */
  title(translate: Translate): string;
  readonly summary: string;
  /** Requirement for the palette and the chat to offer it; default: a repository. */
  readonly offeredWith?: OfferedWith;
  /** False if it leads to no change, so that Restricted Mode offers it too. */
  readonly writes?: false;
  argumentHint(translate: Translate): string;
  /** Example of the text typed after the command. */
  readonly sample: string;
  /** An agent's steps after the brief, one per line, naming tools with their actions. */
  readonly steps: readonly string[];
  /** Runs without a model: reads, decides on the next step, writes nothing. */
  prepare(call: WorkflowCall, request: string): Promise<Prepared | Refusal>;
}

/** Declares a workflow; `prepare` returns the refusal that `read` throws. */
export function defineWorkflow(
  declared: Omit<Workflow, 'prepare'> & { prepare(call: WorkflowCall, request: string): Promise<Prepared> },
): Workflow {
  return { ...declared, prepare: (call, request) => orRefusal(declared.prepare(call, request)) };
}

/** Resolves to the result of `work`, or to the refusal that it threw. */
export function orRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  return work.catch(error => {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  });
}

/** Result of an operation. Throws a refusal as `RefusalError`. */
export async function read<Input extends z.ZodObject, Output extends z.ZodType>(
  call: WorkflowCall,
  operation: Operation<Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  return unlessRefused(await call.invoke(operation, input));
}

/** Services of a surface for a workflow. */
export interface WorkflowCall {
  /** ms UTC. */
  readonly now: number;
  readonly markup: Markup;
  readonly translate: Translate;
  /** Translates an operation's sentence, such as a refusal or a gate's reason. */
  readonly tell: (sentence: Sentence) => string;
  /** Files of the worktree; only if a model may see them and its changes can be applied. */
  readonly files?: WorkflowFiles;
  /** Calls an operation as the requesting actor, with that actor's access. */
  invoke<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output> | Refusal>;
}

/** Files of the worktree. Paths are relative to its root, with `/`. */
export interface WorkflowFiles {
  readonly attached: readonly string[];
  /** All candidates, sorted by name. */
  list(): Promise<readonly string[]>;
  /** Current text; undefined for a file that is binary, too long, outside the worktree, or contains a token or a key. */
  read(path: string): Promise<string | undefined>;
  /** Files not returned by `read` because they may contain a secret. */
  readonly withheld: readonly string[];
}

/** Result of a workflow, and the prompt for a model, if any. */
export interface Prepared {
  readonly brief: Brief;
  readonly prompt?: WorkflowPrompt;
  /** The task for someone else without a model here, as plain English text. */
  readonly packet?: string;
  /** For an ambiguous request: a model may choose the data to read before anything is shown. */
  readonly choice?: WorkflowChoice;
  /** Useful follow-up questions, best first. */
  readonly asks?: readonly string[];
}

/** A model's choice for a request that was not understood. `Prepared` holds it with its type erased. */
export interface WorkflowChoice {
  readonly parts: readonly PromptPart[];
  readonly reply: { readonly schema: z.ZodType };
  /** Result shown in place of the brief. */
  follow(reply: unknown): Promise<Prepared | Refusal>;
}

export interface WorkflowPrompt {
  /** In the order in which the model reads them. */
  readonly parts: readonly PromptPart[];
  /** Operation of the brief's act that the proposal replaces; else the first one. */
  readonly replaces?: string;
  /** For the person: content hidden from the model, and masked values. */
  readonly withheld?: string;
  /** Only if the reply becomes records: then it is JSON, else prose that is streamed. */
  readonly reply?: ReplyShape;
}

/** Part of a prompt. If not all fit, the lowest priority is left out, last part first. */
export interface PromptPart {
  readonly text: string;
  /** 100 is never left out. */
  readonly priority: number;
}

/** A reply that becomes records. `Prepared` holds it with its type erased: create one with `replyShape`. */
export interface ReplyShape {
  readonly schema: z.ZodType;
  /**
   * The proposed changes, shown before they are written; a refusal if the reply makes no sense here. `prompt` is the text sent to the
   * model: parts missing in it were left out.
   */
  propose(reply: unknown, prompt: string): Proposal | Refusal;
}

/** Changes written once a person accepts them. */
export interface Proposal {
  /** Everything that would be written, for people; in the markup of the call. */
  readonly sections: readonly BriefSection[];
  readonly accept: string;
  /** Executed in order up to the first refusal: acts that must be atomic are one operation. */
  readonly acts: readonly BriefAct[];
  /** Change of files, which are the person's and no record: shown as a diff, applied before the acts. */
  readonly change?: CodeChange;
}

export interface CodeChange {
  readonly edits: readonly FileEdit[];
  /** Undefined if no command is known. */
  readonly proof: ProofOrder | undefined;
  /** Expected result: a new test fails first. */
  readonly expect: 'red' | 'green';
  /** Request to ask again with, after the workflow's name. */
  readonly again: string;
  /** Offered once the command gave the expected result. */
  readonly next: readonly ThenAct[];
}

/** Input of `evidence.run`. */
export interface ProofOrder {
  readonly command: string;
  readonly task: string | undefined;
  readonly slice: string | undefined;
}

export interface ThenAct extends BriefAct {
  /** Input field for the evidence's ref. */
  readonly proofAs?: string;
  /** True if it names the commit that contains the change, and is refused before that exists. */
  readonly afterCommit?: boolean;
}

export function act(title: string, { name }: AnyOperation, input: BriefAct['input']): BriefAct {
  return { title, operation: name, input };
}

export function workflowChoice<Shape extends z.ZodType>(
  parts: readonly PromptPart[],
  schema: Shape,
  follow: (reply: z.output<Shape>) => Promise<Prepared>,
): WorkflowChoice {
  return { parts, reply: { schema }, follow: reply => orRefusal(follow(reply as z.output<Shape>)) };
}

export function replyShape<Shape extends z.ZodType>(
  schema: Shape,
  propose: (reply: z.output<Shape>, sentPrompt: string) => Proposal | Refusal,
): ReplyShape {
  return { schema, propose: (reply, sentPrompt) => propose(reply as z.output<Shape>, sentPrompt) };
}
