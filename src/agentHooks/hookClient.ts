/** What a hook of an agent can be about. */
export const hookKinds = [
  'sessionStart',
  'beforeTool',
  'afterTool',
  'beforeCompaction',
  'turnEnd',
  'sessionEnd',
] as const;
export type HookKind = (typeof hookKinds)[number];

/** The input of a hook: a JSON object. */
export type HookInput = Readonly<Record<string, unknown>>;

/** What a tool of an agent is about to do or did. */
export interface ToolCall {
  /** Files that it writes, absolute or relative to the agent's folder. */
  readonly paths: readonly string[];
  /** Where those of them that it moves were before, by where they are now. */
  readonly moved?: ReadonlyMap<string, string>;
  /** What it runs in a shell; undefined where it runs nothing. */
  readonly command: string | undefined;
}

/** How a tool call ended. */
export interface ToolOutcome {
  /** The name of the tool. */
  readonly tool: string;
  /** Exit code of the command; undefined where the client does not tell it, or it goes on in the background. */
  readonly exitCode: number | undefined;
  /** What went wrong; undefined where nothing did. */
  readonly error: string | undefined;
}

/** The answer to a hook; nothing in it lets the agent go on as it would have. */
export interface HookAnswer {
  /** What the agent's model is to know. */
  readonly context?: string;
  /** Why the tool call is not to happen. */
  readonly refusal?: string;
  /** Why the turn is not over yet. */
  readonly goOn?: string;
}

/** One of a client's hooks. */
export interface ClientEvent {
  readonly kind: HookKind;
  /** Which of the client's tools or occasions it is registered for; undefined for all. */
  readonly matcher?: string;
}

/** The hooks of one coding agent: which it has, what they read and how they answer. */
export interface HookClient {
  /** As the command line names it: `claude`. */
  readonly name: string;
  /** As `Actor.harness` has it. */
  readonly harness: string;
  /** How long it may wait for an answer, 10 s in the client's own unit. */
  readonly timeLimit: number;
  /** By the client's own names, in the order in which they are registered. */
  readonly events: Readonly<Record<string, ClientEvent>>;
  /** What its file of hooks holds, where that has another form than Claude Code's and is one of ours alone. */
  file?(commandOf: (event: string) => string): unknown;
  /** Id of the conversation, for the caller's name; undefined where the client does not tell. */
  session(input: HookInput): string | undefined;
  /** The model that the agent runs; undefined where the client does not tell. */
  model?(input: HookInput): string | undefined;
  /** The agent's current folder; undefined where the client does not tell. */
  directory(input: HookInput): string | undefined;
  /** True for a conversation that goes on and has what was sent to it before. */
  isResumed(input: HookInput): boolean;
  /** Undefined for a tool that neither writes files nor runs commands. */
  toolCall(input: HookInput): ToolCall | undefined;
  outcome(input: HookInput): ToolOutcome;
  /** True where the turn goes on already because a hook wanted that. */
  isContinued(input: HookInput): boolean;
  /** True where the program goes on with another conversation, under the same name. */
  goesOn(input: HookInput): boolean;
  /** What is written to stdout. */
  reply(event: string, answer: HookAnswer): unknown;
}
