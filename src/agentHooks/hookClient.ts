export const hookKinds = [
  'sessionStart',
  'beforeTool',
  'afterTool',
  'beforeCompaction',
  'turnEnd',
  'sessionEnd',
] as const;
export type HookKind = (typeof hookKinds)[number];

export type HookInput = Readonly<Record<string, unknown>>;

export interface ToolCall {
  /** Files that it writes, absolute or relative to the agent's folder. */
  readonly paths: readonly string[];
  /** Former paths of moved files, by their new paths. */
  readonly moved?: ReadonlyMap<string, string>;
  readonly command: string | undefined;
  /** Folder that the command runs in; default: the agent's. */
  readonly directory?: string | undefined;
}

export interface ToolOutcome {
  readonly tool: string;
  /** Undefined if the client does not report it, or the command continues in the background. */
  readonly exitCode: number | undefined;
  readonly error: string | undefined;
}

/** Answer to a hook; an empty one changes nothing. */
export interface HookAnswer {
  readonly context?: string;
  readonly refusal?: string;
  /** Reason for continuing the turn. */
  readonly goOn?: string;
}

export interface ClientEvent {
  readonly kind: HookKind;
  /** The client's tools or occasions that it is registered for; undefined for all. */
  readonly matcher?: string;
}

export interface HookClient {
  readonly name: string;
  readonly harness: string;
  /** Timeout of 10 s, in the client's own unit. */
  readonly timeLimit: number;
  /** Events by the client's own names, in the order of registration. */
  readonly events: Readonly<Record<string, ClientEvent>>;
  /** Text of its hooks file, if that differs from Claude Code's form and is ours alone. */
  file?(commandOf: (event: string) => string): string;
  /** Undefined if the client does not send it. */
  session(input: HookInput): string | undefined;
  model?(input: HookInput): string | undefined;
  /** The agent's current folder; undefined if the client does not send it. */
  directory(input: HookInput): string | undefined;
  /** True for a conversation that continues and has what was sent to it before. */
  isResumed(input: HookInput): boolean;
  /** Undefined for a tool that neither writes files nor runs commands. */
  toolCall(input: HookInput): ToolCall | undefined;
  outcome(input: HookInput): ToolOutcome;
  /** True if a hook already made the turn continue. */
  isContinued(input: HookInput): boolean;
  /** True if the program continues with another conversation under the same name. */
  goesOn(input: HookInput): boolean;
  reply(event: string, answer: HookAnswer): unknown;
}
