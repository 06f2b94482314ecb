import type { ServerProgram } from './serverProgram.js';

/** The entry that a person copies to connect an agent to the MCP server. */
export interface ConnectionEntry {
  /** The file of a repository that the entry goes into, relative to its root; null where the agent has none. */
  readonly projectFile: string | null;
  /** The file for every repository of a person, `~` for the home directory; null where it differs between systems. */
  readonly userFile: string | null;
  readonly language: 'json' | 'toml';
  /** The whole file when it does not exist yet; else the entry is merged into it by hand. */
  readonly text: string;
  /**
   * A line for a POSIX shell that runs the agent once without a person to ask, with Stateroom's tools allowed; `<prompt>` is to
   * be filled in. Null where the agent has no such run.
   */
  readonly headless: string | null;
}

/** Facts of one coding agent. */
export interface Agent {
  /** As `Actor.harness` has it: `claude-code`. */
  readonly harness: string;
  /** As people call it: `Claude Code`. */
  readonly title: string;
  /** The program that starts it in a terminal; takes `--model`. */
  readonly program?: string;
  /** What comes before a prompt with which the program begins, to go on with the person; nothing where the prompt alone is given. */
  readonly promptOption?: '-i ' | '--prompt ';
  /**
   * Variables that it sets for what it starts, never a person for themselves: a setting such as `CODEX_HOME` or
   * `COPILOT_MODEL` tells nothing. Any of them, set and not negated, tells the agent.
   */
  readonly marks?: readonly string[];
  /** Variables that hold an id of the conversation; they tell the agent as well. */
  readonly sessions?: readonly string[];
  /** Variables that name the model that it runs, and its reasoning level; the first that is set counts. A person may set them. */
  readonly models?: readonly string[];
  readonly efforts?: readonly string[];
  /** Other names of it in `AI_AGENT` and `AGENT`. */
  readonly otherNames?: readonly string[];
  /** Names that it gives itself in the handshake of MCP, in lower case with `-` for anything that is not a letter or digit. */
  readonly clientNames?: readonly string[];
  /** The folder in which it puts the worktrees that it makes, and what it calls their branches; `maker` where that is not the title. */
  readonly worktrees?: { readonly maker?: string; readonly folder: RegExp; readonly branch?: RegExp };
  /**
   * True where its tools write only below the folder in which it was started, whatever a person allows while it runs: the worktree
   * of a task beside the repository would be out of its reach.
   */
  readonly staysInFolder?: boolean;
  /** Names of its own settings in a repository, which decide what it runs and may do: no model writes there. */
  readonly settings?: readonly string[];
  /** Documents that it reads first in a repository. */
  readonly documents?: readonly string[];
  /** How it is connected to the MCP server, and what it reads; undefined where we do not know. */
  readonly connection?: AgentConnection;
}

/** Whose files: those of a person, for every repository, or those of a repository, for everyone who works in it. */
export type InstallScope = 'user' | 'project';

export interface AgentConnection {
  /** `approves` is false for an entry that leaves it to the agent's user whether a tool may be called without asking. */
  entry(program: ServerProgram, approves?: boolean): ConnectionEntry;
  /** What only its user can do before it uses what the installer wrote; undefined where there is nothing. */
  steps?(t: (text: string) => string): Readonly<Partial<Record<InstallScope, string>>>;
  /** Its folder in the home directory, which tells that a person uses it, and the variable that names another one. */
  readonly home: { readonly folder: string; readonly variable?: string };
  /** Another name of the file that the entry goes into, which counts where it is there. */
  readonly otherFile?: string;
  /** The folder in which it looks for skills, below a repository and below the home directory. */
  readonly skills: string;
  /** The document of a repository that it reads with each session, the first of these that is there, else the last. */
  readonly guides: readonly string[];
  /** The same of a person, for an agent that does not pass on what the server says of itself. */
  readonly userGuide?: string;
  /** The file of its hooks, by scope; undefined where Stateroom answers none. */
  readonly hooks?: Readonly<Record<InstallScope, string>>;
  /** The list in a file of a person's that lets it call the tools without asking, where the entry has no place for that. */
  readonly allowed?: { readonly userFile: string; readonly keys: readonly string[]; readonly member: string };
}
