import type { z } from 'zod';
import { type Role, roles } from '../domain/actor/actor.js';
import type { EntityKind } from '../domain/identifier/identifier.js';
import type { Attempt, Refusal } from '../domain/refusal/refusal.js';
import type { Context } from '../records/context.js';

/** `read` never writes; `write` changes the store alone; `external` reaches files or hosts outside the store. */
export type Effect = 'read' | 'write' | 'external';

/**
 * Kind of a field typed relative to the current folder: a path of the worktree; a pattern, which is `**` for its root; a place, which may
 * be outside, and is unchanged except for `:/`; or a name, possibly of a plan or branch, which is a path only if it exists.
 */
export type PathKind = 'path' | 'pattern' | 'place' | 'name';

/** An operation's command line; defaults follow from the name and the input shape. */
export interface CommandLineShape {
  /** Words after `stateroom`; default: the operation's name split at the dot. */
  readonly path?: readonly string[];
  /** Input fields taken by position, in order; the rest are flags. */
  readonly positionals?: readonly string[];
  /** Flags by field, if not the field in kebab case (`dependsOn: 'depends-on'` is the default already). */
  readonly flags?: Readonly<Record<string, string>>;
  /** Default input of a table on a terminal; programs get the operation's own default. */
  readonly onTerminal?: Readonly<Record<string, unknown>>;
  /** Whole command lines without the program's name, shown by `--help`. */
  readonly examples: readonly string[];
  /** Optional fields shown in a suggested command without input, because one of them is needed. */
  readonly suggested?: readonly string[];
  /** Fields whose flag takes the name of a file (`-` is stdin) with the text. */
  readonly files?: readonly string[];
  /** List fields of sentences or paths: one value per flag, because a comma may be part of it. */
  readonly sentences?: readonly string[];
  /** Fields with paths typed relative to the current folder, converted to paths from the worktree root; one or a list. */
  readonly paths?: Readonly<Record<string, PathKind>>;
  readonly exclusive?: readonly (readonly [string, string])[];
  /** List field that takes all words after `--` unchanged. */
  readonly rest?: string;
  /** Exit code of every refusal, if lower codes are a command's own. */
  readonly refusalExitCode?: number;
}

/** Requirement for the palette to offer an operation: a store, a task, a record of that kind. */
export type OfferedWith =
  | 'folder'
  | 'repository'
  | 'noStore'
  | 'store'
  | 'items'
  | 'inFlight'
  | 'needsYou'
  | 'lanes'
  | 'liveTask'
  | 'taskOrPlan'
  | 'plan'
  | EntityKind;

/** Place of an operation among the compound tools, and its text in `tools/list`, which every session pays for. */
export interface McpShape {
  readonly tool: string;
  /** '' if the tool is this one operation. */
  readonly action: string;
  /** '' if name and inputs explain it; default: the first clause of the summary. */
  readonly brief?: string;
  /**
   * Rarely needed inputs: accepted, but not listed as a property. Those that the action requires are named beside it, and a call refused
   * for its input is answered with each of them.
   */
  readonly rare?: readonly string[];
  /** Text fields with JSON, which may be sent as the list or object itself. */
  readonly json?: readonly string[];
  /** Field of the output that is never shortened, because an agent is about to work on it. */
  readonly whole?: string;
  /** Source of the entries cut from long lists; default: `list gives them all, page by page`. */
  readonly rest?: string;
  /** True for an operation on lanes that is also listed in a repository without lanes: the one that opens the first. */
  readonly listedWithoutLanes?: boolean;
  /** True if the output keeps its own byte budget: nothing of it is shortened. */
  readonly budgeted?: boolean;
}

/** Effect on the claim of the work item in the input or output, or of the item of the task or lane there. */
export type ClaimEffect = 'begins' | 'renews' | 'ends';

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** `queue.claim`: group and verb; also the VS Code command `stateroom.queue.claim`. */
  readonly name: `${string}.${string}`;
  /** Place among the operations of its group on all surfaces, in steps of ten; null outside of the catalogue. Read by the build. */
  readonly order: number | null;
  /** Title case, without an ellipsis: `Claim Work Item`. Used alone on dialogs and buttons. */
  readonly title: string;
  /** Title for the palette and row menus, whose category or row names the subject: `Claim`. */
  readonly menuTitle?: string;
  /** True if its command prompts for more than the row's record provides; its titles end with an ellipsis. */
  readonly asks?: true;
  /** One line an agent can act on. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** True for input with which nothing is written or run, and which is answered for any actor. */
  onlyReads?(input: Readonly<Record<string, unknown>>): boolean;
  /** True if it reads the caller's own data, so that the caller's name is determined for it too. */
  readonly readsAsCaller?: boolean;
  /**
   * True for acts reserved for the holder of a task, such as its slices and its end: refused to an agent while another one holds the task
   * and is active. Everything else may be recorded for any named task, as reviewers do.
   */
  readonly needsHolder?: true;
  /** True if no other operation can restore what it replaces. */
  readonly destructive?: boolean;
  readonly roles: readonly Role[];
  /** The act to record if an agent is refused for its role; undefined if there is none. */
  attempted?(context: Context, input: z.output<Input>): Promise<Attempt | undefined>;
  /** Input field that makes a repeat idempotent. */
  readonly idempotency?: string;
  /** Kind of the records that it needs by `id` or `ids`, which the editor takes from the selected rows. */
  readonly about?: 'workItem' | 'finding';
  /** True for a read that runs git, which Restricted Mode forbids. */
  readonly asksGit?: boolean;
  /** Warning that its answer already includes, so that it is not added: the state of the store, or of git's hooks. */
  readonly tells?: 'health' | 'hooks';
  /** True for a complete answer that reports a damaged store, which scripts detect by the exit code. */
  isUnsound?(output: z.output<Output>): boolean;
  /** True if an agent in the lane will call the program by its shim. */
  readonly writesShim?: boolean;
  /**
   * True if an interruption ends it between two steps, with an answer that lists the completed ones; default: for `external`. Everything
   * else is one atomic transaction, and is best ended the system's way.
   */
  readonly cancellable?: boolean | ((input: Readonly<Record<string, unknown>>) => boolean);
  /**
   * Progress in the editor: `notification` may take long and can be cancelled, `window` is unobtrusive, `late` is shown, and can be
   * cancelled, once it is waited for. Default: none.
   */
  readonly progress?: 'notification' | 'window' | 'late';
  /** True if it may remove the worktree of its lane, in which a terminal may be open. */
  readonly removesWorktree?: boolean;
  /** Undo in the editor: reopens the findings, reopens the work item, or moves it back. */
  readonly undo?: 'findings' | 'resolve' | 'move';
  /** True if the caller continues in the worktree of the output's `task`: a long-lived surface switches to it. */
  readonly entersTask?: boolean;
  /** For operations on claims: only the holder renews or ends one. */
  readonly claim?: ClaimEffect;
  /** Null for acts that agents must not perform, with the reason in a comment. */
  readonly mcp: McpShape | null;
  readonly cli: CommandLineShape;
  /** Codicon of its command in a toolbar or beside a row. */
  readonly icon?: string;
  /** Requirement for showing its command anywhere. */
  readonly enabledWith?: 'items' | 'finding';
  /** Requirement for the palette; false for operations that make no sense there (a stream, a machine's heartbeat). */
  readonly palette: OfferedWith | false;
  /** Exit code of an answer that is not a refusal, if not 0: a gate that is not ready, a command's own code. */
  exitCode?(output: z.output<Output>): number;
  /** Method syntax on purpose: it allows operations of known shapes in a list of any. */
  run(context: Context, input: z.output<Input>): Promise<z.output<Output> | Refusal>;
}

/** A declared operation; everyone may call it, unless it names roles. */
type Declaration<Input extends z.ZodObject, Output extends z.ZodType> = Omit<Operation<Input, Output>, 'roles'> &
  Partial<Pick<Operation, 'roles'>>;

/** Declares one operation of the catalogue, from which every surface derives. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Declaration<Input, Output>,
): Operation<Input, Output> {
  return Object.freeze({ roles, ...operation });
}

/** An operation whose shapes are not known statically, as surfaces handle it. */
export type AnyOperation = Operation<z.ZodObject, z.ZodType>;
