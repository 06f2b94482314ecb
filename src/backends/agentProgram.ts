/** A program to start that speaks the Agent Client Protocol (ACP) over stdin and stdout. */
export interface AgentStart {
  /** Whole command line; no shell reads it. */
  readonly command: readonly string[];
  /** Working folder of the program and of its session: the lane's worktree. */
  readonly directory: string;
  /** Complete, already filtered. `STATEROOM_SESSION` in it marks the processes of this start; without it a random one is added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mcpServer: McpServerEntry;
  /** Mode that asks before it acts; refused if the agent does not offer it. */
  readonly mode?: string;
  /** ACP session id to continue, by resume, else by load; refused if the agent can do neither. */
  readonly resume?: string;
  /** Meaning of the figures that end a turn; default `turn`. */
  readonly turnUsage?: UsageMeaning;
  readonly limits?: AgentLimits;
  /** Called in order, also before `connectAgent` resolves. Must not throw. */
  readonly onUpdate: (update: AgentUpdate) => void;
  /** A rejection counts as a refusal. The signal is aborted when the turn is cancelled or the program ends. */
  readonly onPermission: (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionAnswer>;
  /** Called once the program runs, before the handshake; `identity` as of `Machine.identify`. */
  readonly onSpawn?: (program: { readonly pid: number; readonly identity: string }) => void;
}

/** MCP server over stdin and stdout that the agent starts. */
export interface McpServerEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** All in ms. */
export interface AgentLimits {
  /** For each request up to the first prompt; default 30 s. */
  readonly handshakeMs?: number;
  /** For the end of a cancelled turn; default 5 s. */
  readonly cancelMs?: number;
  /** Between SIGTERM and SIGKILL; default 2 s. */
  readonly termMs?: number;
  /** For the agent to use the MCP server, from the first prompt on; default 60 s. */
  readonly mcpMs?: number;
}

/** `turn`: of this turn; `session`: of all turns up to now; `last-request`: of one call of the model; `context`: its fill now. */
export type UsageMeaning = 'turn' | 'session' | 'last-request' | 'context';

export type ToolState = 'pending' | 'in_progress' | 'completed' | 'failed';

export interface ToolUpdate {
  readonly kind: 'tool';
  /** The same for all updates of one call; a field that is absent has not changed. */
  readonly id: string;
  readonly title?: string;
  /** Kind of act: read, edit, execute, … */
  readonly tool?: string;
  readonly state?: ToolState;
  readonly paths?: readonly string[];
  readonly command?: string;
  readonly diffs?: readonly { readonly path: string; readonly before: string | null; readonly after: string }[];
  readonly output?: string;
}

export interface UsageUpdate {
  readonly kind: 'usage';
  readonly meaning: UsageMeaning;
  /** Tokens. */
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number;
  readonly costUsd?: number;
  /** Tokens in the context, and its size; of `context` alone. */
  readonly used?: number;
  readonly size?: number;
}

export interface PlanUpdate {
  readonly kind: 'plan';
  readonly entries: readonly {
    readonly text: string;
    readonly state: 'pending' | 'in_progress' | 'completed';
  }[];
}

/** Texts are the agent's: cut, otherwise as they came. Consecutive pieces of a message are joined. */
export type AgentUpdate =
  | { readonly kind: 'message' | 'thought'; readonly text: string }
  | PlanUpdate
  | ToolUpdate
  | UsageUpdate
  | { readonly kind: 'mode'; readonly mode: string }
  /** Lines of stderr without secrets, and what the agent sent that is not ACP. */
  | { readonly kind: 'error-output'; readonly text: string };

export type PermissionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';

export interface PermissionRequest {
  /** Id of the tool call it is about. */
  readonly id: string;
  readonly title: string;
  readonly tool?: string;
  readonly paths: readonly string[];
  readonly command?: string;
  /** Name of the tool, if it is one of `mcpServer`. Never of an act with a title of the model's choice, such as a command. */
  readonly ownTool?: string;
  readonly options: readonly { readonly id: string; readonly kind: PermissionKind; readonly name: string }[];
}

/** Without `always`, an agent that offers nothing but a lasting permission is refused. */
export interface PermissionAnswer {
  readonly allow: boolean;
  readonly always?: boolean;
}

export interface AgentConnection {
  readonly sessionId: string;
  /** Undefined if it does not say. */
  readonly agent: { readonly name: string; readonly version: string } | undefined;
  /** Model that it uses at first; undefined if it does not say. */
  readonly model: string | undefined;
  /** True if a later program can continue this session. */
  readonly canResume: boolean;
  /** True once the agent has listed or called the MCP server's tools; false after `mcpMs`, or when it ends first. */
  readonly sawMcp: Promise<boolean>;
  /** Runs one turn and resolves when it has ended; rejects with a RefusalError if the agent fails or its program ends. */
  prompt(text: string): Promise<{ readonly reason: StopReason }>;
  /** Resolves when the running turn has ended, or with `unanswered` after `cancelMs`. */
  cancel(): Promise<'cancelled' | 'unanswered'>;
  /** Cancels, closes, and ends all processes of the program; resolves once none is left. */
  end(): Promise<AgentExit>;
  /** Resolves once none of its processes is left, also when the program ends by itself. */
  readonly ended: Promise<AgentExit>;
}

export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';

export interface AgentExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** `ended`: by `end`, as it was asked to; `killed`: by `end`, with SIGKILL. */
  readonly by: 'itself' | 'ended' | 'killed';
  /** Pids that outlived SIGKILL for ten seconds; almost always empty. */
  readonly left: readonly number[];
}

/**
 * Starts the program in a process group of its own and opens a session. Throws a RefusalError, with none of its processes left:
 * `not_found` (no such program or folder), `timed_out` (no answer in `handshakeMs`), `not_allowed` (sign-in needed), else
 * `invalid_input` (no ACP, another version of the protocol, mode or session not offered).
 */
export { connectAgent, probeAgent } from './acp/connectAgent.js';
export { endGroup, endLeft } from './processGroup.js';
