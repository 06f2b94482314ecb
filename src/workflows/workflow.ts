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
 * A workflow is a step of the lifecycle that a person or an agent asks for by name. It is declared once; the chat's command, the
 * palette's, the MCP prompt, the skill and `ritual.brief` are made of the declaration.
 */
export interface Workflow {
  readonly name: WorkflowName;
  /** `Hand Off`: the palette says `Stateroom: Hand Off…`. */
  title(translate: Translate): string;
  /** One sentence: what it does. */
  readonly summary: string;
  /** What must exist for the palette and the chat to offer it; default: a repository. */
  readonly offeredWith?: OfferedWith;
  /** False for what leads to no change, and is therefore offered in Restricted Mode too. */
  readonly writes?: false;
  /** What is asked for in a box, as its placeholder. */
  argumentHint(translate: Translate): string;
  /** What someone might type behind the command. */
  readonly sample: string;
  /** What an agent does after the brief, a step a line, naming tools with their actions. */
  readonly steps: readonly string[];
  /** The part that needs no model: reads, decides what makes sense next, writes nothing. */
  prepare(call: WorkflowCall, request: string): Promise<Prepared | Refusal>;
}

/** A workflow as its file declares it: `prepare` ends with the refusal that `read` throws. */
export function defineWorkflow(
  declared: Omit<Workflow, 'prepare'> & { prepare(call: WorkflowCall, request: string): Promise<Prepared> },
): Workflow {
  return { ...declared, prepare: (call, request) => orRefusal(declared.prepare(call, request)) };
}

/** What `work` gives, or the refusal that ended it. */
export function orRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  return work.catch(error => {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  });
}

/** What an operation answers. Throws its refusal, as a `RefusalError`. */
export async function read<Input extends z.ZodObject, Output extends z.ZodType>(
  call: WorkflowCall,
  operation: Operation<Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  return unlessRefused(await call.invoke(operation, input));
}

/** What a surface gives a workflow to work with. */
export interface WorkflowCall {
  /** ms UTC. */
  readonly now: number;
  readonly markup: Markup;
  readonly translate: Translate;
  /** A sentence that an operation gave, such as why it refused or what a gate asks for, in the same language. */
  readonly tell: (sentence: Sentence) => string;
  /** Of the worktree; only where a model may be shown them and its changes can be applied. */
  readonly files?: WorkflowFiles;
  /** Calls an operation as the requesting actor, with that actor's access. */
  invoke<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output> | Refusal>;
}

/** The files of the worktree, as a surface has them. Paths are relative to its top, with `/`. */
export interface WorkflowFiles {
  /** Those that someone pointed at. */
  readonly attached: readonly string[];
  /** All that could be of interest, in order of their names. */
  list(): Promise<readonly string[]>;
  /** The text as it is now; undefined of what is not a text, is too long, is not in the worktree, or holds a token or a key. */
  read(path: string): Promise<string | undefined>;
  /** Those of which `read` gave nothing because a secret could be in them. */
  readonly withheld: readonly string[];
}

/** What a workflow found out, and what a model is asked for where there is one. */
export interface Prepared {
  readonly brief: Brief;
  readonly prompt?: WorkflowPrompt;
  /** All that someone else needs to do it without a model here, as plain text in English. */
  readonly packet?: string;
  /** Where it is not plain what was asked: a model may choose what is read, before anything is shown. */
  readonly choice?: WorkflowChoice;
  /** Questions that make sense next, the best first. */
  readonly asks?: readonly string[];
}

/** A choice that a model makes in place of words that no one understood. `Prepared` holds it with its type forgotten. */
export interface WorkflowChoice {
  readonly parts: readonly PromptPart[];
  readonly reply: { readonly schema: z.ZodType };
  /** What is shown in place of the brief. */
  follow(reply: unknown): Promise<Prepared | Refusal>;
}

/** What a model is asked. */
export interface WorkflowPrompt {
  /** In the order in which the model reads them. */
  readonly parts: readonly PromptPart[];
  /** The operation of the brief's act that the proposal takes the place of; else the first one. */
  readonly replaces?: string;
  /** For the person: what the model is not shown, and where it sees masks. */
  readonly withheld?: string;
  /** Only where the reply becomes records: it is JSON then, else prose that is shown as it comes. */
  readonly reply?: ReplyShape;
}

/** A piece of a prompt. Where not all of them fit, those of the lowest priority are left out, the last of them first. */
export interface PromptPart {
  readonly text: string;
  /** 100 is never left out. */
  readonly priority: number;
}

/** A reply that becomes records. `Ritual` holds it with its type forgotten: make one with `replyShape`. */
export interface ReplyShape {
  readonly schema: z.ZodType;
  /**
   * What would be written, shown before it is; a sentence in a refusal where the reply makes no sense here. `asked` is what
   * the model was sent: a part that is not in it was left out.
   */
  propose(reply: unknown, prompt: string): Proposal | Refusal;
}

/** What is written once a person accepts it. */
export interface Proposal {
  /** All that would be written, for people; in the markup of the call. */
  readonly sections: readonly BriefSection[];
  /** The button. */
  readonly accept: string;
  /** Done in order, the first refusal ends it: what must be all or nothing is one operation. */
  readonly acts: readonly BriefAct[];
  /** What happens to files, which are the person's and no record: shown as a diff, applied before the acts. */
  readonly change?: CodeChange;
}

/** A change of files with the command that shows whether it does what it should. */
export interface CodeChange {
  readonly edits: readonly FileEdit[];
  /** Undefined where nothing is known that could be run. */
  readonly proof: ProofOrder | undefined;
  /** What the command should say: a test that was just written fails. */
  readonly expect: 'red' | 'green';
  /** To be asked again with, behind the name of the workflow. */
  readonly again: string;
  /** Offered once the command says what it should. */
  readonly next: readonly ThenAct[];
}

/** What is given to `evidence.run`. */
export interface ProofOrder {
  readonly command: string;
  readonly task: string | undefined;
  readonly slice: string | undefined;
}

/** An act that follows evidence. */
export interface ThenAct extends BriefAct {
  /** The field of the input into which the ref of the evidence is put. */
  readonly proofAs?: string;
  /** It names the commit that holds the change, and is refused before there is one. */
  readonly afterCommit?: boolean;
}

/** An operation as something to do next. */
export function act(title: string, { name }: AnyOperation, input: BriefAct['input']): BriefAct {
  return { title, operation: name, input };
}

/** Connects the schema of a choice to its result. */
export function workflowChoice<Shape extends z.ZodType>(
  parts: readonly PromptPart[],
  schema: Shape,
  follow: (reply: z.output<Shape>) => Promise<Prepared>,
): WorkflowChoice {
  return { parts, reply: { schema }, follow: reply => orRefusal(follow(reply as z.output<Shape>)) };
}

/** Ties the shape of a reply to what is made of it. */
export function replyShape<Shape extends z.ZodType>(
  schema: Shape,
  propose: (reply: z.output<Shape>, sentPrompt: string) => Proposal | Refusal,
): ReplyShape {
  return { schema, propose: (reply, sentPrompt) => propose(reply as z.output<Shape>, sentPrompt) };
}
