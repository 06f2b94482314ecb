import type * as vscode from 'vscode';
import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal/refusal.js';
import type { Operation } from '../../operations/operation.js';
import type { StoreHealth } from '../../store/store.js';

/** What an operation may be given when it is called from the editor. */
export interface InvokeOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
  /** Takes what a command prints, as it comes. */
  readonly output?: (chunk: Uint8Array) => void;
  /** True when the person typed or chose the command that is run: then it is theirs, and not the repository's. */
  readonly typed?: boolean;
  /** The folder the call is in, where it is another worktree than the repository's folder. */
  readonly folder?: string;
}

/** A file of a worktree. */
export interface WorkTreeFile {
  /** Absolute path of the worktree's top folder. */
  readonly top: string;
  /** Relative to it, with `/`. */
  readonly path: string;
}

/** One repository (keyed by its git common directory) as the editor sees it: its store, opened on first use. */
export interface Repository {
  /** The git common directory: the same for all linked worktrees. */
  readonly id: string;
  /** The main worktree's folder name, for people. */
  readonly name: string;
  /** The folder of the window in which it is checked. */
  readonly folder: vscode.Uri;
  /** The top folder of the worktree that this folder is in; undefined without one and in Restricted Mode. */
  readonly top: string | undefined;
  /** Fires, coalesced, after a commit of any process. */
  readonly onDidChange: vscode.Event<void>;
  /**
   * Where a file is in a worktree of this repository. Undefined outside of the repository, in one that it only contains,
   * and in Restricted Mode.
   */
  fileOf(uri: vscode.Uri): WorkTreeFile | undefined;
  health(): Promise<StoreHealth>;
  /** A mark that changes with each commit to the store, without reading it; undefined if there is none. */
  commitMark(): Promise<string | undefined>;
  /** True once there is a lane, or someone was about to open one: whether the code for lanes is of use here. */
  hasLanes(): Promise<boolean>;
  /** Names of all who ever acted here, and of all lanes there ever were. */
  names(): Promise<{ readonly actors: readonly string[]; readonly lanes: readonly string[] }>;
  /** The name under which this person's acts are recorded. */
  personName(): Promise<string>;
  /** Runs an operation as the person at this editor. */
  invoke<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    options?: InvokeOptions,
  ): Promise<z.output<Output> | Refusal>;
}

/** All repositories of the window. */
export interface Repositories {
  readonly all: readonly Repository[];
  /** The one whose state views and commands show; undefined when no folder is a git repository. */
  readonly active: Repository | undefined;
  readonly onDidChangeActive: vscode.Event<Repository | undefined>;
  setActive(repository: Repository): void;
  repositoryFor(uri: vscode.Uri): Repository | undefined;
}
