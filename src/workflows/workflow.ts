import type { z } from 'zod';
import { type Refusal, RefusalError, unlessRefused } from '../domain/refusal/refusal.js';
import type { Brief, BriefAct, BriefSection } from '../domain/workflow/brief.js';
import type { FileEdit } from '../domain/workflow/fileEdit.js';
import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import type { Sentence } from '../messages/sentence.js';
import type { AnyOperation, OfferedWith, Operation } from '../operations/operation.js';
import type { Markup } from '../reports/markup.js';
import type { Translate } from '../reports/translate.js';

/** A step of the lifecycle, requested by name. Chat and palette commands, MCP prompt, skill and `ritual.brief` derive from it. */
export interface Workflow {
  readonly name: WorkflowName;
  /** The palette shows `Hand Off` as `Stateroom: Hand Off…`. */
  title(translate: Translate): string;
  readonly summary: string;
  /** Requirement for an offer in palette and chat; default: a repository. */
  readonly offeredWith?: OfferedWith;
  /** False if it changes nothing, so that Restricted Mode offers it too. */
  readonly writes?: false;
  argumentHint(translate: Translate): string;
  readonly sample: string;
  /** An agent's steps after the brief, one per line, with tools and their actions. */
  readonly steps: readonly string[];
  /** Runs without a model: reads and decides on the next step, writes nothing. */
  prepare(call: WorkflowCall, request: string): Promise<Prepared | Refusal>;
}

/** Declares a workflow. `prepare` returns the refusal that `read` throws. */
export function defineWorkflow(
  declared: Omit<Workflow, 'prepare'> & { prepare(call: WorkflowCall, request: string): Promise<Prepared> },
): Workflow {
  return { ...declared, prepare: (call, request) => orRefusal(declared.prepare(call, request)) };
}

/** Resolves to the result of `work` or the refusal that it threw. */
export function orRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  return work.catch(error => {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  });
}

/** Throws a refusal as `RefusalError`. */
export async function read<Input extends z.ZodObject, Output extends z.ZodType>(
  call: WorkflowCall,
  operation: Operation<Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  return unlessRefused(await call.invoke(operation, input));
}

export interface WorkflowCall {
  readonly now: number;
  readonly markup: Markup;
  readonly translate: Translate;
  /** Translates a refusal, a gate's reason or the like. */
  readonly tell: (sentence: Sentence) => string;
  /** Defined only if a model may see the files and its changes can be applied. */
  readonly files?: WorkflowFiles;
  /** Calls an operation with the access of the requesting actor. */
  invoke<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output> | Refusal>;
}

/** Files of the worktree. Paths are relative to its root, with `/`. */
export interface WorkflowFiles {
  readonly attached: readonly string[];
  /** Sorted by name. */
  list(): Promise<readonly string[]>;
  /** Undefined for a file that is binary, too long, outside of the worktree, or contains a token or key. */
  read(path: string): Promise<string | undefined>;
  /** Files not returned by `read` as likely secrets. */
  readonly withheld: readonly string[];
}

export interface Prepared {
  readonly brief: Brief;
  readonly prompt?: WorkflowPrompt;
  /** The task in plain English for someone else, without a model here. */
  readonly packet?: string;
  /** For an ambiguous request: a model may choose the data to read before anything is shown. */
  readonly choice?: WorkflowChoice;
  /** Follow-up questions, best first. */
  readonly asks?: readonly string[];
}

/** A model's choice for a request that was not understood. Its type is erased in `Prepared`. */
export interface WorkflowChoice {
  readonly parts: readonly PromptPart[];
  readonly reply: { readonly schema: z.ZodType };
  /** Shown in place of the brief. */
  follow(reply: unknown): Promise<Prepared | Refusal>;
}

export interface WorkflowPrompt {
  readonly parts: readonly PromptPart[];
  /** Operation of the brief's act that the proposal replaces; default: the first one. */
  readonly replaces?: string;
  /** Describes hidden content and masked values to the person. */
  readonly withheld?: string;
  /** Set if the reply becomes records, as JSON; otherwise it is streamed prose. */
  readonly reply?: ReplyShape;
}

/** If not all parts fit, the lowest priority is left out, last part first. */
export interface PromptPart {
  readonly text: string;
  /** 100 is never left out. */
  readonly priority: number;
}

/** A reply that becomes records. Its type is erased in `Prepared`: use `replyShape`. */
export interface ReplyShape {
  readonly schema: z.ZodType;
  /** Proposes changes, or refuses a reply without sense here. `prompt` is as sent, without the parts that were left out. */
  propose(reply: unknown, prompt: string): Proposal | Refusal;
}

export interface Proposal {
  /** Everything that would be written, in the markup of the call. */
  readonly sections: readonly BriefSection[];
  readonly accept: string;
  /** Run in order up to the first refusal: atomic acts are one operation. */
  readonly acts: readonly BriefAct[];
  /** Change of the person's files: shown as a diff, applied before the acts. */
  readonly change?: CodeChange;
}

export interface CodeChange {
  readonly edits: readonly FileEdit[];
  readonly proof: ProofOrder | undefined;
  /** A new test fails first. */
  readonly expect: 'red' | 'green';
  /** Request for the next turn, after the workflow's name. */
  readonly again: string;
  /** Offered after the expected result. */
  readonly next: readonly ThenAct[];
}

export interface ProofOrder {
  readonly command: string;
  readonly task: string | undefined;
  readonly slice: string | undefined;
}

export interface ThenAct extends BriefAct {
  /** Input field for the evidence's ref. */
  readonly proofAs?: string;
  /** True for an act that names the commit of the change, refused before that exists. */
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
