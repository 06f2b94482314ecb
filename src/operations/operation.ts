import type { z } from 'zod';
import { type Role, roles } from '../domain/actor/actor.js';
import type { EntityKind } from '../domain/identifier/identifier.js';
import type { Refusal, RefusedAct } from '../domain/refusal/refusal.js';
import type { Context } from '../records/context.js';

/** `read` never writes; `write` changes only the store; `external` reaches files or hosts outside. */
export type Effect = 'read' | 'write' | 'external';

/**
 * Kind of a field relative to the current folder. `pattern`: `**` for the root; `place`: may be outside, unchanged except for
 * `:/`; `name`: possibly of a plan or branch, a path only if it exists.
 */
export type PathKind = 'path' | 'pattern' | 'place' | 'name';

/** Defaults follow from the name and the input shape. */
export interface CommandLineShape {
  /** Words after `stateroom`; default: the name split at the dot. */
  readonly path?: readonly string[];
  /** Fields taken by position, in order; the rest are flags. */
  readonly positionals?: readonly string[];
  /** Flags by field, if not the field in kebab case. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Default input of a table on a terminal; programs get the operation's own. */
  readonly onTerminal?: Readonly<Record<string, unknown>>;
  /** Whole command lines without the program's name, for `--help`. */
  readonly examples: readonly string[];
  /** Optional fields of a suggested command without input, because one of them is needed. */
  readonly suggested?: readonly string[];
  /** Fields whose flag names a file (`-` is stdin) with the text. */
  readonly files?: readonly string[];
  /** List fields with one value per flag, because a comma may be part of it. */
  readonly sentences?: readonly string[];
  /** Fields with paths from the current folder, converted to paths from the root; one or a list. */
  readonly paths?: Readonly<Record<string, PathKind>>;
  readonly exclusive?: readonly (readonly [string, string])[];
  /** List field for all words after `--`, unchanged. */
  readonly rest?: string;
  /** Exit code of every refusal, if lower ones are a command's own. */
  readonly refusalExitCode?: number;
}

/** Requirement of an offer in the palette: a store, a task, a record of that kind. */
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

/** Place among the compound tools, and its text in `tools/list`, which every session pays for. */
export interface McpShape {
  readonly tool: string;
  /** Kind of record, in a tool whose calls name `kind` and `action`; on all operations of the tool or on none. */
  readonly kind?: string;
  /** '' if the tool is this one operation. */
  readonly action: string;
  /** '' if name and inputs explain it; default: the first clause of the summary. */
  readonly brief?: string;
  /** Accepted, but not listed as properties. Required ones are named beside the action; a refused call is answered with all. */
  readonly rare?: readonly string[];
  /** Text fields of JSON, which may be sent as the list or object itself. */
  readonly json?: readonly string[];
  /** Text fields with an entry a line, which may be sent as a list of texts. */
  readonly lines?: readonly string[];
  /** Output field that is never shortened, because an agent is about to work on it. */
  readonly whole?: string;
  /** Source of entries cut from long lists; default: `list gives them all, page by page`. */
  readonly rest?: string;
  /**
   * Default: in every session; of lanes, once there is one. `withoutLanes` opens the first lane, `reviewing` is for agents that
   * may review lanes, `never` is reached with the tool `more`.
   */
  readonly listed?: 'withoutLanes' | 'reviewing' | 'never';
  /** True if the output keeps its own byte budget: nothing is shortened. */
  readonly budgeted?: boolean;
  /** Text of an answer for clients that read text; default: its fields, one per line. */
  text?(answer: Readonly<Record<string, unknown>>): string;
}

/** On the claim of the work item in the input or output, or of that of the task or lane there. */
export type ClaimEffect = 'begins' | 'renews' | 'ends';

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** `queue.claim`: group and verb; also the VS Code command `stateroom.queue.claim`. */
  readonly name: `${string}.${string}`;
  /** Place in its group on all surfaces, in steps of ten; null outside of the catalogue. Read by the build. */
  readonly order: number | null;
  /** Title case, without an ellipsis: `Claim Work Item`. Used alone on dialogs and buttons. */
  readonly title: string;
  /** For the palette and row menus, whose category or row names the subject: `Claim`. */
  readonly menuTitle?: string;
  /** True if its command prompts for more than the row's record; its titles end with an ellipsis. */
  readonly asks?: true;
  /** One line an agent can act on. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** True for input that writes and runs nothing, answered for any actor. */
  onlyReads?(input: Readonly<Record<string, unknown>>): boolean;
  /** True if it reads the caller's own data and so needs the caller's name. */
  readonly readsAsCaller?: boolean;
  /** True for acts of a task's holder, refused to agents while another one holds the task. Others may be recorded for any. */
  readonly needsHolder?: true;
  /** True if no other operation can restore what it replaces. */
  readonly destructive?: boolean;
  readonly roles: readonly Role[];
  /** Act to record if an agent is refused for its role; undefined for none. */
  refusedAct?(context: Context, input: z.output<Input>): Promise<RefusedAct | undefined>;
  /** Input field that makes a repeat idempotent. */
  readonly idempotency?: string;
  /** Kind of the records in `id` or `ids`, which the editor takes from the selected rows. */
  readonly about?: 'workItem' | 'finding';
  /** True for a read that runs git, which Restricted Mode forbids. */
  readonly asksGit?: boolean;
  /** Warning that its answer already includes: the state of the store, or of git's hooks. */
  readonly tells?: 'health' | 'hooks';
  /** True for an answer that reports a damaged store, which scripts detect by the exit code. */
  isUnsound?(output: z.output<Output>): boolean;
  /** True if an agent in the lane will call the program by its shim. */
  readonly writesShim?: boolean;
  /** True if an interruption ends it between two steps, with an answer; default: for `external`. Else it is one transaction. */
  readonly cancellable?: boolean | ((input: Readonly<Record<string, unknown>>) => boolean);
  /** Progress in the editor: `notification` is cancellable, `window` unobtrusive, `late` cancellable once waited for. */
  readonly progress?: 'notification' | 'window' | 'late';
  /** True if it may remove its lane's worktree, in which a terminal may be open. */
  readonly removesWorktree?: boolean;
  /** Undo in the editor: reopens findings, reopens the work item, or moves it back. */
  readonly undo?: 'findings' | 'resolve' | 'move';
  /** True if the caller continues in the worktree of the output's `task`: a long-lived surface switches to it. */
  readonly entersTask?: boolean;
  /** True if the caller lets go of the output's `task`, a ref: a long-lived surface in its worktree goes back to its own. */
  readonly leavesTask?: boolean;
  /** True if a call in a lane without a task makes the lane's task. */
  readonly makesTask?: boolean;
  /** Only the holder renews or ends a claim. */
  readonly claim?: ClaimEffect;
  /** Null for acts that agents must not perform, with the reason in a comment. */
  readonly mcp: McpShape | null;
  readonly cli: CommandLineShape;
  /** Codicon of its command in a toolbar or beside a row. */
  readonly icon?: string;
  /** Requirement of its command anywhere. */
  readonly enabledWith?: 'items' | 'finding';
  /** Requirement of the palette; false where it makes no sense there (a stream, a machine's heartbeat). */
  readonly palette: OfferedWith | false;
  /** Exit code of an answer, if not 0: a gate that is not ready, a command's own code. */
  exitCode?(output: z.output<Output>): number;
  /** Method syntax on purpose: it allows operations of known shapes in a list of any. */
  run(context: Context, input: z.output<Input>): Promise<z.output<Output> | Refusal>;
}

/** Everyone may call it, unless it names roles. */
type Declaration<Input extends z.ZodObject, Output extends z.ZodType> = Omit<Operation<Input, Output>, 'roles'> &
  Partial<Pick<Operation, 'roles'>>;

/** Declares an operation of the catalogue, from which every surface derives. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Declaration<Input, Output>,
): Operation<Input, Output> {
  return Object.freeze({ roles, ...operation });
}

/** An operation whose shapes are not known statically. */
export type AnyOperation = Operation<z.ZodObject, z.ZodType>;
