import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import type { Actor } from '../../../domain/actor/actor.js';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import type { CloneTrust } from '../../../git/cloneTrust.js';
import type { GitHooks } from '../../../git/hooks/gitHooks.js';
import type { LanePorts, LivenessPorts } from '../../../git/lane/openLanes.js';
import type { StoreLocation } from '../../../git/storeLocation.js';
import type { WorkTree } from '../../../git/workTree.js';
import type { Holding } from '../../../manifest/contextKeys.js';
import { type Message, verbatim } from '../../../messages/message.js';
import { askGate } from '../../../operations/gate/askGate.js';
import { invoke } from '../../../operations/invoke.js';
import type { Operation } from '../../../operations/operation.js';
import type { Clock } from '../../../platform/clock.js';
import type { CommandRunner } from '../../../platform/commandRunner.js';
import { debounce } from '../../../platform/debounce.js';
import type { IdSource } from '../../../platform/idSource.js';
import type { Log } from '../../../platform/log.js';
import type { Attachments, Context, OperationSettings } from '../../../records/context.js';
import type { TrustAnswer, TrustQuestion } from '../../../records/trust/requireTrusted.js';
import type { Store, StoreHealth } from '../../../store/store.js';
import type { InvokeOptions, Repository, WorkTreeFile } from '../repository.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { restrictedMode } from './restrictedMode.js';
import { watchStoreFolder } from './watchStoreFolder.js';

/** Dependencies of repositories; made once by compose.ts. */
export interface RepositoryEnvironment {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Locates the store of a folder; refuses if there can be none. */
  locateStore(folder: string): StoreLocation | Refusal;
  /** Makes the gateway to a store; touches no file before the first call to it. */
  openStore(storeDirectory: string): Promise<Store>;
  /** The worktree around a folder; undefined without one. */
  openWorkTree(folder: string): WorkTree | undefined;
  /** This person's trust in the commands of a worktree's repository. */
  openTrust(workTree: WorkTree): CloneTrust;
  /** Asks the person at this window before commands of a repository run. */
  askTrust(question: TrustQuestion, repository: string): Promise<TrustAnswer>;
  openHooks(workTree: WorkTree): GitHooks;
  openLanes(workTree: WorkTree, storeDirectory: string): LanePorts;
  /** Heartbeats of the workers of a store, without running git. */
  openLivenessPorts(storeDirectory: string): LivenessPorts;
  openAttachments(storeDirectory: string): Attachments;
  /** Environment of this process, by which a person's own files are found. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Runs the person's programs; repositories withhold it from operations in Restricted Mode. */
  readonly commands: CommandRunner;
  personName(folder: vscode.Uri): Promise<string>;
  /** Settings for the path `folder`; outside the workspace, as for a lane's, those of the folder `open`. */
  settings(open: vscode.Uri, folder?: string): OperationSettings;
  /** False in Restricted Mode: the queue is shown, nothing is written. */
  isTrusted(): boolean;
}

export type RepositoryFiles = Pick<WorkTree, 'root' | 'paths' | 'kindOf'>;

export interface RepositoryPlace {
  readonly id: string;
  readonly name: string;
  readonly folder: vscode.Uri;
  readonly storeDirectory: string;
}

/** Minimum interval between change events of one store, in ms. */
const changeInterval = 100;

/** One repository of the window; its store is opened by the first call that needs it. */
export class OpenRepository implements Repository {
  readonly id: string;
  readonly name: string;
  readonly storeDirectory: string;
  private currentFolder: vscode.Uri;
  private readonly environment: RepositoryEnvironment;
  private openedStore: Promise<Store> | undefined;
  private person: Promise<string> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly tellListeners = debounce(() => {
    for (const listener of [...this.listeners]) listener();
  }, changeInterval);
  private stopWatching: (() => void) | undefined;
  private closed = false;

  constructor(place: RepositoryPlace, environment: RepositoryEnvironment) {
    this.id = place.id;
    this.name = place.name;
    this.currentFolder = place.folder;
    this.storeDirectory = place.storeDirectory;
    this.environment = environment;
  }

  /** The folder of the window from which it is checked; the default folder of calls. */
  get folder(): vscode.Uri {
    return this.currentFolder;
  }

  /** Checks the repository from another of its folders, such as a linked worktree; false if it already does. */
  moveTo(folder: vscode.Uri): boolean {
    if (folder.fsPath === this.currentFolder.fsPath) return false;
    this.currentFolder = folder;
    return true;
  }

  /** Watches the store only while there are listeners. */
  readonly onDidChange: vscode.Event<void> = (listener, thisArgument, disposables) => {
    const entry = (): void => listener.call(thisArgument);
    this.listeners.add(entry);
    if (!this.closed) this.stopWatching ??= this.watchStore();
    const subscription = {
      dispose: (): void => {
        if (!this.listeners.delete(entry) || this.listeners.size > 0) return;
        this.stopWatching?.();
        this.stopWatching = undefined;
        this.tellListeners.dispose();
      },
    };
    disposables?.push(subscription);
    return subscription;
  };

  /** Makes listeners read again after a change outside of the store, such as a heartbeat, which has no event. */
  readAgain(): void {
    this.tellListeners();
  }

  /** Watches a repository that is not shown; undefined if there is no folder to watch. */
  watchFiles(listener: () => void): vscode.Disposable | undefined {
    return watchStoreFolder(this.storeDirectory, listener);
  }

  async health(): Promise<StoreHealth> {
    return (await this.store()).health();
  }

  async invoke<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    options: InvokeOptions = {},
  ): Promise<z.output<Output> | Refusal> {
    const writes = operation.effect !== 'read';
    const isNamed = writes || operation.readsAsCaller === true;
    const context = await this.contextFor(writes ? 'write' : 'read', () => this.actor(isNamed), options);
    if (isRefusal(context)) return context;
    // Calls of agents in this window cannot ask the person, so they get no `askTrust` and are refused.
    const askTrust = (question: TrustQuestion) => this.environment.askTrust(question, this.name);
    const notify = (notice: Message) => void vscode.window.showInformationMessage(asMessage(inEditorsLanguage(notice)));
    return invoke(operation, { ...context, notify, ...(options.typed === true ? {} : { askTrust }) }, input);
  }

  /** The context of an operation for a caller other than the person; a refusal for writes in Restricted Mode. */
  async contextFor(
    effect: 'read' | 'write',
    actor: () => Actor | Promise<Actor>,
    options: InvokeOptions = {},
  ): Promise<Context | Refusal> {
    const { clock, ids, log } = this.environment;
    const { folder } = options;
    if (!this.isThere) {
      return refuse(
        'no_repository',
        verbatim(l10n.t('Repository {0} was moved or deleted: {1} does not exist.', this.name, this.id)),
        {
          hint: verbatim(l10n.t('Move it back, or close its folder in this window.')),
        },
      );
    }
    if (effect === 'write' && !this.environment.isTrusted()) return restrictedMode();
    return {
      brief: async (caller, workflow, request) =>
        (await import('../../../workflows/briefWorkflow.js')).briefWorkflow(
          caller,
          workflow,
          request,
          async answer => answer,
        ),
      store: await this.store(),
      clock,
      ids,
      log,
      actor: await actor(),
      settings: this.environment.settings(this.folder, folder),
      ...this.surroundings(folder ?? this.folder.fsPath),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.progress === undefined ? {} : { progress: options.progress }),
      ...(options.output === undefined ? {} : { output: options.output }),
    };
  }

  fileOf(uri: vscode.Uri): WorkTreeFile | undefined {
    const tree = uri.scheme === 'file' ? this.treeAt(dirname(uri.fsPath)) : undefined;
    if (tree === undefined || tree.commonDir !== this.treeAt(this.folder.fsPath)?.commonDir) return undefined;
    return { top: tree.root, path: posix.join(tree.folder, basename(uri.fsPath)) };
  }

  /** A file's text at a commit, in the worktree at `top`; undefined if there is none, and in Restricted Mode. */
  async textAt(top: string, path: string, commit: string): Promise<string | undefined> {
    return commit === '' ? undefined : this.treeAt(top)?.readText(path, commit);
  }

  async commitMark(): Promise<string | undefined> {
    return (await this.store()).commitMark();
  }

  async hasLanes(): Promise<boolean> {
    // Earlier versions kept the folder: a file in it means that a lane is being opened or closed.
    const intentLogs = await readdir(join(this.storeDirectory, 'journeys')).catch(() => []);
    if (intentLogs.some(file => file.endsWith('.json'))) return true;
    const store = await this.store();
    return store.read(async transaction => (await transaction.lanes.list()).length > 0);
  }

  /** Kinds of records that the store has or had, for the menus; reads little of its content. */
  async holdings(): Promise<readonly Holding[]> {
    const store = await this.store();
    return store.read(async ({ counters, tasks, plans }) => {
      const isLive = await tasks.isAnyLive();
      const isPlanned = (await plans.list({}, 1)).length > 0;
      return [
        ...(isLive ? (['live_task'] as const) : []),
        ...(isPlanned ? (['plan'] as const) : []),
        ...(await counters.begun()),
      ];
    });
  }

  async names(): Promise<{ readonly actors: readonly string[]; readonly lanes: readonly string[] }> {
    const store = await this.store();
    return store.read(async ({ events, lanes }) => ({
      actors: await events.actors(),
      lanes: (await lanes.list()).map(({ name }) => name),
    }));
  }

  /** Paths that differ from HEAD in the worktree at `top`, also untracked ones, and both names of a rename. */
  async changedPaths(top: string): Promise<ReadonlySet<string>> {
    const changes = (await this.treeAt(top)?.changes()) ?? [];
    return new Set(changes.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath])));
  }

  /** Files of the worktree that the repository is checked from; undefined without one and in Restricted Mode. */
  get files(): RepositoryFiles | undefined {
    return this.treeAt(this.folder.fsPath);
  }

  /** Files of the worktree at `top`, wherever the repository is checked from; undefined once it is gone. */
  filesAt(top: string): RepositoryFiles | undefined {
    const tree = this.treeAt(top);
    // Once the worktree is gone, the folder may belong to another one, or to another repository.
    const isOwn = tree?.commonDir === this.id || this.storeDirectory === this.id;
    return isOwn && tree?.root === top ? tree : undefined;
  }

  get top(): string | undefined {
    return this.files?.root;
  }

  personName(): Promise<string> {
    // Reading the name runs git, so do not cache it before the workspace is trusted.
    if (!this.environment.isTrusted()) return this.environment.personName(this.folder);
    this.person ??= this.environment.personName(this.folder);
    return this.person;
  }

  forgetPerson(): void {
    this.person = undefined;
  }

  /** False once the repository was removed or moved; a store named by `STATEROOM_STORE` may not exist yet. */
  private get isThere(): boolean {
    return this.id === this.storeDirectory || existsSync(this.id);
  }

  /** Stops watching and closes the store; acknowledged writes are already on disk. */
  async close(): Promise<void> {
    this.closed = true;
    this.stopWatching?.();
    this.stopWatching = undefined;
    this.tellListeners.dispose();
    this.listeners.clear();
    await (await this.openedStore)?.close();
  }

  /** The worktree of a folder; undefined without one and in Restricted Mode. */
  private treeAt(folder: string): WorkTree | undefined {
    return this.environment.isTrusted() ? this.environment.openWorkTree(folder) : undefined;
  }

  private store(): Promise<Store> {
    this.openedStore ??= this.environment.openStore(this.storeDirectory);
    return this.openedStore;
  }

  /** Watches from before any later read; returns the unsubscribe function. */
  private watchStore(): () => void {
    let isStopped = false;
    let stop: (() => void) | undefined;
    void this.store().then(store => {
      if (!isStopped) stop = store.onDidChange(this.tellListeners);
    });
    return () => {
      isStopped = true;
      stop?.();
    };
  }

  /** Restricted Mode gets nothing that runs git: a repository's settings can name programs that git starts. */
  private surroundings(
    folder: string,
  ): Pick<
    Context,
    'workTree' | 'trust' | 'hooks' | 'commands' | 'attachments' | 'lanes' | 'livenessPorts' | 'askGate' | 'judgeCommand'
  > {
    const attachments = this.environment.openAttachments(this.storeDirectory);
    if (!this.environment.isTrusted()) {
      return { attachments, livenessPorts: this.environment.openLivenessPorts(this.storeDirectory) };
    }
    const workTree = this.treeAt(folder);
    return {
      attachments,
      workTree,
      trust: workTree && this.environment.openTrust(workTree),
      hooks: workTree && this.environment.openHooks(workTree),
      lanes: workTree && this.environment.openLanes(workTree, this.storeDirectory),
      judgeCommand: async (caller, command, directory) =>
        (await import('../../../agentHooks/judgeCommand.js')).judgeCommand(caller, command, directory),
      askGate,
      commands: this.environment.commands,
    };
  }

  /** Resolves the name only if needed: most reads need none, and finding it may start git. */
  private async actor(isNamed: boolean): Promise<Actor> {
    if (!isNamed || !this.environment.isTrusted()) return { role: 'human', name: 'editor' };
    return { role: 'human', name: await this.personName() };
  }
}
