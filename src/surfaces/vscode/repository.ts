import type * as vscode from 'vscode';
import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal/refusal.js';
import type { Operation } from '../../operations/operation.js';
import type { StoreHealth } from '../../store/store.js';

export interface InvokeOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
  /** Takes the output of a command in chunks. */
  readonly output?: (chunk: Uint8Array) => void;
  /** True if the person typed or chose the command that is run: it is theirs then, not the repository's. */
  readonly typed?: boolean;
  /** Folder of the call, if in another worktree than the repository's folder. */
  readonly folder?: string;
}

export interface WorkTreeFile {
  /** Absolute path of the worktree's top folder. */
  readonly top: string;
  /** Relative to it, with `/`. */
  readonly path: string;
}

/** One repository (keyed by its git common directory); its store is opened on first use. */
export interface Repository {
  /** The git common directory, shared by all linked worktrees. */
  readonly id: string;
  /** The main worktree's folder name, for people. */
  readonly name: string;
  /** The folder of the window from which it is checked. */
  readonly folder: vscode.Uri;
  /** Top folder of the worktree around `folder`; undefined without one and in Restricted Mode. */
  readonly top: string | undefined;
  /** Fires, throttled, after a commit of any process. */
  readonly onDidChange: vscode.Event<void>;
  /** Locates a file; undefined outside of the repository, in a nested one, and in Restricted Mode. */
  fileOf(uri: vscode.Uri): WorkTreeFile | undefined;
  health(): Promise<StoreHealth>;
  /** A mark that changes with each commit to the store, without reading it; undefined if there is none. */
  commitMark(): Promise<string | undefined>;
  /** True if there is a lane, or one is being opened: the code for lanes is needed. */
  hasLanes(): Promise<boolean>;
  /** Names of all past and present actors and lanes. */
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

export interface Repositories {
  readonly all: readonly Repository[];
  /** The repository in views and commands; undefined if no folder is in a git repository. */
  readonly active: Repository | undefined;
  readonly onDidChangeActive: vscode.Event<Repository | undefined>;
  setActive(repository: Repository): void;
  repositoryFor(uri: vscode.Uri): Repository | undefined;
}
