import type { z } from 'zod';
import type { Role } from '../domain/actor/actor.js';
import type { Attempt, Refusal } from '../domain/refusal/refusal.js';
import type { Context } from '../records/context.js';

/** `read` never writes; `write` is undone by another operation; `external` reaches files or hosts outside the store. */
export type Effect = 'read' | 'write' | 'external';

/** How an operation appears on the command line; what is left out follows from the name and the input shape. */
export interface CommandLineShape {
  /** Words after `stateroom`; default: the operation's name split at the dot. */
  readonly path?: readonly string[];
  /** Input fields taken by position, in order; the rest are flags. */
  readonly positionals?: readonly string[];
  /** Field → flag, where the flag is not the field in kebab case (`dependsOn: 'depends-on'` is the default already). */
  readonly flags?: Readonly<Record<string, string>>;
  /** Whole command lines without the program's name, shown by `--help`. */
  readonly examples: readonly string[];
  /** Fields whose flag takes the name of a file (`-` is stdin) that holds the text. */
  readonly files?: readonly string[];
  /** List fields whose values are sentences: given one a flag, because a comma belongs to them. */
  readonly sentences?: readonly string[];
  /** Pairs of fields of which only one may be given. */
  readonly exclusive?: readonly (readonly [string, string])[];
  /** List field that takes all words after `--`, untouched. */
  readonly rest?: string;
  /** Exit code of every refusal, where the codes below it are a command's own. */
  readonly refusalExitCode?: number;
}

/** Where agents find an operation among the compound tools, and what `tools/list`, which every session pays for, says of it. */
export interface McpShape {
  readonly tool: string;
  /** '' where the tool is this one operation. */
  readonly action: string;
  /** What it does, '' where its name and inputs say so; default: the first clause of the summary. */
  readonly brief?: string;
  /**
   * Inputs that few calls need: taken, but not listed. Those that are required still stand beside the action's name, and a
   * call that is refused for its input is told each of them.
   */
  readonly rare?: readonly string[];
  /** Field of the output that is never shortened, because an agent is about to work on it. */
  readonly whole?: string;
  /** True when the output keeps a byte budget of its own: nothing of it is shortened. */
  readonly budgeted?: boolean;
}

/** What an operation does to the claim of the work item in its input or output. */
export type ClaimEffect = 'begins' | 'renews' | 'ends';

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** `queue.claim`: group and verb; also the VS Code command `stateroom.queue.claim`. */
  readonly name: `${string}.${string}`;
  /** Sentence case, for the palette: `Claim Work Item`. */
  readonly title: string;
  /** One line an agent can act on. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** True for input with which nothing is written or run after all, and which is answered whoever asks. */
  onlyReads?(input: Readonly<Record<string, unknown>>): boolean;
  /** True when what it reads is the caller's own, so that the name is found out for it too. */
  readonly readsAsCaller?: boolean;
  /** True when what it replaces cannot be brought back by another operation. */
  readonly destructive?: boolean;
  /** Who may call it. */
  readonly roles: readonly Role[];
  /** What an agent tries that is refused for its role, to be put on record; undefined where there is no such thing. */
  attempted?(context: Context, input: z.output<Input>): Promise<Attempt | undefined>;
  /** Input field that makes a repeat harmless. */
  readonly idempotency?: string;
  /** For operations on claims: only the holder renews or ends one. */
  readonly claim?: ClaimEffect;
  /** Null for acts that agents have no business with, with the reason beside it. */
  readonly mcp: McpShape | null;
  readonly cli: CommandLineShape;
  /** False for operations that make no sense from the palette (a stream, a machine's beat). */
  readonly palette: boolean;
  /** The exit code of an answer that is no refusal, where it is not 0: a gate that is not ready, a command's own code. */
  exitCode?(output: z.output<Output>): number;
  /** Method syntax on purpose: it lets an operation of known shapes stand in a list of any. */
  run(context: Context, input: z.output<Input>): Promise<z.output<Output> | Refusal>;
}

/** Declares one operation of the catalogue; every surface is made from this. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return Object.freeze(operation);
}

/** An operation whose shapes are not known statically, as surfaces handle it. */
export type AnyOperation = Operation<z.ZodObject, z.ZodType>;
