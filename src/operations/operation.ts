import type { z } from 'zod';
import { type Role, roles } from '../domain/actor/actor.js';
import type { Attempt, Refusal } from '../domain/refusal/refusal.js';
import type { Context } from '../records/context.js';

/** `read` never writes; `write` changes the store alone; `external` reaches files or hosts outside the store. */
export type Effect = 'read' | 'write' | 'external';

/**
 * What a field takes that is typed from the current folder: a path of the worktree; a pattern, which is `**` for its top; a place, which
 * may be outside, and stays but for `:/`; or what may be the name of a plan or branch as well, and is a path only where something is there.
 */
export type PathKind = 'path' | 'pattern' | 'place' | 'name';

/** How an operation appears on the command line; what is left out follows from the name and the input shape. */
export interface CommandLineShape {
  /** Words after `stateroom`; default: the operation's name split at the dot. */
  readonly path?: readonly string[];
  /** Input fields taken by position, in order; the rest are flags. */
  readonly positionals?: readonly string[];
  /** Field → flag, where the flag is not the field in kebab case (`dependsOn: 'depends-on'` is the default already). */
  readonly flags?: Readonly<Record<string, string>>;
  /** Input that a table on a terminal is read with where the person gives none; programs get the operation's own default. */
  readonly onTerminal?: Readonly<Record<string, unknown>>;
  /** Whole command lines without the program's name, shown by `--help`. */
  readonly examples: readonly string[];
  /** Optional fields that a suggested command without any input shows, because this or another field is needed. */
  readonly suggested?: readonly string[];
  /** Fields whose flag takes the name of a file (`-` is stdin) that holds the text. */
  readonly files?: readonly string[];
  /** List fields whose values are sentences or paths: given one a flag, because a comma belongs to them. */
  readonly sentences?: readonly string[];
  /** Fields with paths that are typed from the current folder and taken from the top of the worktree, one or a list. */
  readonly paths?: Readonly<Record<string, PathKind>>;
  /** Pairs of fields of which only one may be given. */
  readonly exclusive?: readonly (readonly [string, string])[];
  /** List field that takes all words after `--`, untouched. */
  readonly rest?: string;
  /** Exit code of every refusal, where the codes below it are a command's own. */
  readonly refusalExitCode?: number;
}

/** What has to be there for the palette to offer an operation: a store, a task, a record of that kind. */
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
  | 'task'
  | 'taskOrPlan'
  | 'slice'
  | 'decision'
  | 'blocker'
  | 'nextAction'
  | 'plan'
  | 'evidence'
  | 'finding'
  | 'reviewRun'
  | 'report'
  | 'run';

/** Where agents find an operation among the compound tools, and what `tools/list`, which every session pays for, says of it. */
export interface McpShape {
  readonly tool: string;
  /** '' where the tool is this one operation. */
  readonly action: string;
  /** What it does, '' where its name and inputs say so; default: the first clause of the summary. */
  readonly brief?: string;
  /**
   * Inputs that few calls need: taken, but not listed as a property. Those that the action requires are named beside it, and a
   * call that is refused for its input is answered with each of them.
   */
  readonly rare?: readonly string[];
  /** Text fields that hold JSON, which may be sent as the list or object itself. */
  readonly json?: readonly string[];
  /** Field of the output that is never shortened, because an agent is about to work on it. */
  readonly whole?: string;
  /** Where an agent finds what was cut from long lists; default: `list gives them all, page by page`. */
  readonly rest?: string;
  /** True for an operation on lanes that is listed in a repository that has none: the one that opens the first. */
  readonly listedWithoutLanes?: boolean;
  /** True when the output keeps a byte budget of its own: nothing of it is shortened. */
  readonly budgeted?: boolean;
}

/** What an operation does to the claim of the work item in its input or output, or of the item of the task or lane there. */
export type ClaimEffect = 'begins' | 'renews' | 'ends';

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** `queue.claim`: group and verb; also the VS Code command `stateroom.queue.claim`. */
  readonly name: `${string}.${string}`;
  /** Title case, without an ellipsis: `Claim Work Item`. It stands alone on boxes and buttons. */
  readonly title: string;
  /** Its title where the category or the row says what it is about, in the palette and in menus of rows: `Claim`. */
  readonly menuTitle?: string;
  /** True where its command asks a person for more than the record that a row can give; its titles end with an ellipsis. */
  readonly asks?: true;
  /** One line an agent can act on. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** True for input with which nothing is written or run after all, and which is answered for any actor. */
  onlyReads?(input: Readonly<Record<string, unknown>>): boolean;
  /** True when what it reads is the caller's own, so that the name is found out for it too. */
  readonly readsAsCaller?: boolean;
  /**
   * True for what only the holder of a task does, such as its slices and its end: refused to an agent while another one holds the
   * task and is at work. Everything else may be recorded for any task that is named, as reviewers do.
   */
  readonly needsHolder?: true;
  /** True when what it replaces cannot be restored by another operation. */
  readonly destructive?: boolean;
  /** Who may call it. */
  readonly roles: readonly Role[];
  /** What an agent tries that is refused for its role, to be put on record; undefined where there is no such thing. */
  attempted?(context: Context, input: z.output<Input>): Promise<Attempt | undefined>;
  /** Input field that makes a repeat harmless. */
  readonly idempotency?: string;
  /** Kind of the records that it needs by `id` or `ids`, where the editor takes them from the rows that are selected. */
  readonly about?: 'workItem' | 'finding';
  /** True where a read runs git, which Restricted Mode forbids. */
  readonly asksGit?: boolean;
  /** What its answer tells itself, so that no warning of that follows: the state of the store, or of git's hooks. */
  readonly tells?: 'health' | 'hooks';
  /** True for an answer that is complete and says that the store is damaged, which scripts want to know by the exit code. */
  isUnsound?(output: z.output<Output>): boolean;
  /** True where an agent that works in the lane is going to call the program by its shim. */
  readonly writesShim?: boolean;
  /**
   * Whether an interruption ends it between two steps, with an answer that says which were done; default: for `external`. All
   * else is one transaction, all or none, and is best ended the system's way.
   */
  readonly cancellable?: boolean | ((input: Readonly<Record<string, unknown>>) => boolean);
  /**
   * How the editor shows that it runs: `notification` may take long and can be called off, `window` disturbs no one, `late` is
   * shown, and can be called off, once it is waited for. Default: not at all.
   */
  readonly progress?: 'notification' | 'window' | 'late';
  /** True when it may take the worktree of its lane away, in which a terminal may be open. */
  readonly removesWorktree?: boolean;
  /** How the editor takes it back: reopens the findings, reopens the work item, or moves that back. */
  readonly undo?: 'findings' | 'resolve' | 'move';
  /** True where the caller continues in the worktree of the `task` in the output: a surface that lasts follows there. */
  readonly entersTask?: boolean;
  /** For operations on claims: only the holder renews or ends one. */
  readonly claim?: ClaimEffect;
  /** Null for acts that agents must not perform, with the reason in a comment. */
  readonly mcp: McpShape | null;
  readonly cli: CommandLineShape;
  /** Codicon of its command, where that is in a toolbar or beside a row. */
  readonly icon?: string;
  /** What must exist before its command is shown anywhere. */
  readonly enabledWith?: 'items' | 'finding';
  /** Where the palette offers it; false for operations that make no sense there (a stream, a machine's beat). */
  readonly palette: OfferedWith | false;
  /** The exit code of an answer that is not a refusal, where it is not 0: a gate that is not ready, a command's own code. */
  exitCode?(output: z.output<Output>): number;
  /** Method syntax on purpose: it lets an operation of known shapes are in a list of any. */
  run(context: Context, input: z.output<Input>): Promise<z.output<Output> | Refusal>;
}

/** What declares an operation: everyone may call it, unless it names roles. */
type Declaration<Input extends z.ZodObject, Output extends z.ZodType> = Omit<Operation<Input, Output>, 'roles'> &
  Partial<Pick<Operation, 'roles'>>;

/** Declares one operation of the catalogue; every surface is made from this. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Declaration<Input, Output>,
): Operation<Input, Output> {
  return Object.freeze({ roles, ...operation });
}

/** An operation whose shapes are not known statically, as surfaces handle it. */
export type AnyOperation = Operation<z.ZodObject, z.ZodType>;
