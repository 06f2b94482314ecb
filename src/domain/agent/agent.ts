import type { SilenceLimits } from '../agentSession/silenceLimits.js';
import type { ServerProgram } from './serverProgram.js';

export interface ConnectionEntry {
  /** File for the entry, relative to the repository's root; null if the agent has none. */
  readonly projectFile: string | null;
  /** File for all repositories of a person, `~` for the home directory; null if it depends on the system. */
  readonly userFile: string | null;
  readonly language: 'json' | 'toml';
  /** The whole file if it does not exist yet; otherwise to be merged by hand. */
  readonly text: string;
  /** POSIX shell command for one unattended run with Stateroom's tools allowed; `<prompt>` is a placeholder. */
  readonly headless: string | null;
}

export interface Agent {
  readonly harness: string;
  readonly title: string;
  /** The program that starts it in a terminal; takes `--model`. */
  readonly program?: string;
  /** Option before the initial prompt of an interactive session; absent if the prompt is an argument. */
  readonly promptOption?: '-i ' | '--prompt ';
  /** Variables that it sets for child processes and people never set, unlike `COPILOT_MODEL`. Any one counts. */
  readonly marks?: readonly string[];
  /** Variables with an id of the conversation; they identify the agent, too. */
  readonly sessions?: readonly string[];
  /** Variables for its model and reasoning level; the first one set counts. A person may set them. */
  readonly models?: readonly string[];
  readonly efforts?: readonly string[];
  /** Other names in `AI_AGENT` and `AGENT`. */
  readonly otherNames?: readonly string[];
  /** Client names in the MCP handshake, in lower case, with `-` for anything except letters and digits. */
  readonly clientNames?: readonly string[];
  /** Folder and branch names of its own worktrees; `maker` if that differs from the title. */
  readonly worktrees?: { readonly maker?: string; readonly folder: RegExp; readonly branch?: RegExp };
  /** True if its tools write only below its start folder, not in a task's worktree beside the repository. */
  readonly staysInFolder?: boolean;
  /** Its settings files in a repository, which control what it runs and may do; models must not write them. */
  readonly settings?: readonly string[];
  /** Documents that it reads first in a repository. */
  readonly documents?: readonly string[];
  readonly connection?: AgentConnection;
  /** Its program for Stateroom to start and watch; absent if it does not speak the Agent Client Protocol. */
  readonly acp?: AcpProgram;
}

/** A program that speaks the Agent Client Protocol (ACP) over stdin and stdout. */
export interface AcpProgram {
  /** Program and arguments: `['gemini', '--acp']`. */
  readonly command: readonly string[];
  /** Set if `command` is an adapter that a person installs from npm. */
  readonly adapter?: AcpAdapter;
  /** Mode that asks before it acts; absent if it has none. */
  readonly mode?: string;
  /** Its own option for an MCP server, if it ignores those of the protocol; `config` is JSON with `mcpServers`. */
  readonly mcpOption?: (config: string) => readonly string[];
  /** Guards that hold it back over ACP: Stateroom's hooks, requests for permission, a sandbox of its own. */
  readonly guards: { readonly hooks: boolean; readonly permissions: boolean; readonly sandbox: boolean };
  /** Names of variables with its credentials, withheld from other agents. */
  readonly credentials: readonly RegExp[];
  /** Variables with which it asks before it acts, and trusts the folder that a person starts it in. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Meaning of the figures that end a turn, if not of the turn. */
  readonly turnUsage?: 'last-request' | 'session';
  /** Limits of its silence that differ from the usual ones. */
  readonly silence?: Partial<SilenceLimits>;
  /** Version that it was tried with. */
  readonly tried: string;
}

export interface AcpAdapter {
  /** With its version: `@agentclientprotocol/codex-acp@2.6.0`. */
  readonly package: string;
  /** Megabytes that npm installs. */
  readonly size: number;
  /** Variable with the path of the person's own program, which it then uses, and that program. */
  readonly variable: string;
  readonly program: string;
}

/** `user`: a person's files for every repository; `project`: a repository's files for everyone. */
export type InstallScope = 'user' | 'project';

export interface AgentConnection {
  /** With `approves` false, the agent's user decides about tool calls. */
  entry(program: ServerProgram, approves?: boolean): ConnectionEntry;
  /** True if it calls the tools of every server without asking, unless its user's own settings say otherwise. */
  readonly asksNobody?: true;
  /** Steps that only its user can take once the installer is done; undefined for none. */
  steps?(t: (text: string) => string): Readonly<Partial<Record<InstallScope, string>>>;
  /** Its folder in the home directory, which shows that a person uses it, and the variable that overrides it. */
  readonly home: { readonly folder: string; readonly variable?: string };
  /** Alternative file for the entry; takes precedence if it exists. */
  readonly otherFile?: string;
  /** Its skills folder, relative to a repository and to the home directory. */
  readonly skills: string;
  /** Documents that it reads in each session: the first existing one counts, else the last. */
  readonly guides: readonly string[];
  /** A person's document, for an agent that ignores the server's instructions. */
  readonly userGuide?: string;
  /** File of its hooks, by scope; undefined if Stateroom has no hooks for it. */
  readonly hooks?: Readonly<Record<InstallScope, string>>;
  /** List in a person's file that allows tool calls without asking, if the entry cannot. */
  readonly allowed?: { readonly userFile: string; readonly keys: readonly string[]; readonly member: string };
}
