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
import type { LanePorts, LifeSigns } from '../../../git/lane/openLanes.js';
import type { StoreLocation } from '../../../git/storeLocation.js';
import type { WorkTree } from '../../../git/workTree.js';
import { type Holding, holdings } from '../../../manifest/contextKeys.js';
import { type Message, verbatim } from '../../../messages/message.js';
import { askGate } from '../../../operations/gate/gateOperations.js';
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

/** What a repository needs of the rest of the editor; made once by compose.ts. */
export interface RepositoryEnvironment {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Where the store of a folder is; refuses where there can be none. */
  locateStore(folder: string): StoreLocation | Refusal;
  /** Makes the gateway to a store; touches no file before the first call to it. */
  openStore(storeDirectory: string): Promise<Store>;
  /** The worktree that a folder is in; undefined where there is none. */
  openWorkTree(folder: string): WorkTree | undefined;
  /** Which commands of a worktree's repository this person trusts. */
  openTrust(workTree: WorkTree): CloneTrust;
  /** Asks the person at this window before commands of a repository run. */
  askTrust(question: TrustQuestion, repository: string): Promise<TrustAnswer>;
  /** Stateroom's hooks in the repository of a worktree. */
  openHooks(workTree: WorkTree): GitHooks;
  /** The lanes of a worktree's repository. */
  openLanes(workTree: WorkTree, storeDirectory: string): LanePorts;
  /** Heartbeats of the workers of a store; git is not asked. */
  openLifeSigns(storeDirectory: string): LifeSigns;
  /** The files beside a store. */
  openAttachments(storeDirectory: string): Attachments;
  /** What this process inherited, by which a person's own files are found. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Runs the person's programs; repositories keep it from operations in Restricted Mode. */
  readonly commands: CommandRunner;
  /** The name under which this person's acts are recorded. */
  personName(folder: vscode.Uri): Promise<string>;
  /** As they are in `folder`, a path; where that is outside of the workspace, as of a lane, in the folder that is open. */
  settings(open: vscode.Uri, folder?: string): OperationSettings;
  /** False in Restricted Mode: the queue is shown, nothing is written. */
  isTrusted(): boolean;
}

/** Files of a worktree, as the editor needs them beside its own. */
export type RepositoryFiles = Pick<WorkTree, 'root' | 'paths' | 'kindOf'>;

/** Where a repository is. */
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
  private standing: vscode.Uri;
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
    this.standing = place.folder;
    this.storeDirectory = place.storeDirectory;
    this.environment = environment;
  }

  /** The folder of the window in which it is checked: what is done without another place is there. */
  get folder(): vscode.Uri {
    return this.standing;
  }

  /** Looks at it from another of its folders, for example from a linked worktree; false when it does already. */
  standIn(folder: vscode.Uri): boolean {
    if (folder.fsPath === this.standing.fsPath) return false;
    this.standing = folder;
    return true;
  }

  /** The store is watched while, and only while, someone listens. */
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

  /** Has what is shown read again after a change beside the store, as of heartbeats, of which the store does not tell. */
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
    // Agents that call tools in this window cannot put a question before the person: they are refused.
    const askTrust = (question: TrustQuestion) => this.environment.askTrust(question, this.name);
    const notify = (notice: Message) => void vscode.window.showInformationMessage(asMessage(inEditorsLanguage(notice)));
    return invoke(operation, { ...context, notify, ...(options.typed === true ? {} : { askTrust }) }, input);
  }

  /** What an operation works with that someone else than the person calls; a refusal in Restricted Mode, where none writes. */
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
      brief: async (caller, ritual, request) =>
        (await import('../../../workflows/briefWorkflow.js')).briefWorkflow(
          caller,
          ritual,
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

  /** A file's text at a commit, in the worktree at `top`; undefined where there is none, and in Restricted Mode. */
  async textAt(top: string, path: string, commit: string): Promise<string | undefined> {
    return commit === '' ? undefined : this.treeAt(top)?.readText(path, commit);
  }

  async commitMark(): Promise<string | undefined> {
    return (await this.store()).commitMark();
  }

  async hasLanes(): Promise<boolean> {
    // Earlier versions left the folder behind: a file in it says that someone is about to open or close a lane.
    const intentLogs = await readdir(join(this.storeDirectory, 'journeys')).catch(() => []);
    if (intentLogs.some(file => file.endsWith('.json'))) return true;
    const store = await this.store();
    return store.read(async transaction => (await transaction.lanes.list()).length > 0);
  }

  /** What the store holds or held, for the menus: of its content little is read. */
  async holdings(): Promise<readonly Holding[]> {
    const store = await this.store();
    return store.read(async ({ counters, tasks, plans }) => {
      const begun: readonly string[] = await counters.begun();
      const isLive = await tasks.isAnyLive();
      const isPlanned = (await plans.list({}, 1)).length > 0;
      return holdings.filter(kind =>
        kind === 'live_task' ? isLive : kind === 'plan' ? isPlanned : begun.includes(kind),
      );
    });
  }

  async names(): Promise<{ readonly actors: readonly string[]; readonly lanes: readonly string[] }> {
    const store = await this.store();
    return store.read(async ({ events, lanes }) => ({
      actors: await events.actors(),
      lanes: (await lanes.list()).map(({ name }) => name),
    }));
  }

  /** Paths that differ from HEAD in the worktree at `top`, new files that are not ignored included; with both names of a rename. */
  async changedPaths(top: string): Promise<ReadonlySet<string>> {
    const changes = (await this.treeAt(top)?.changes()) ?? [];
    return new Set(changes.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath])));
  }

  /** The files of the worktree that the repository was found from; undefined without one and in Restricted Mode. */
  get files(): RepositoryFiles | undefined {
    return this.treeAt(this.folder.fsPath);
  }

  /** The same of the worktree whose top is there, wherever the repository is checked from; undefined once that is gone. */
  filesAt(top: string): RepositoryFiles | undefined {
    const tree = this.treeAt(top);
    // Where it is gone, the folder can be in another one, or in another repository.
    const isOwn = tree?.commonDir === this.id || this.storeDirectory === this.id;
    return isOwn && tree?.root === top ? tree : undefined;
  }

  /** The top folder of the worktree that the repository was found from; undefined without one and in Restricted Mode. */
  get top(): string | undefined {
    return this.files?.root;
  }

  personName(): Promise<string> {
    // Git knows the name, and is asked once it may be.
    if (!this.environment.isTrusted()) return this.environment.personName(this.folder);
    this.person ??= this.environment.personName(this.folder);
    return this.person;
  }

  /** Forgets the person's name, so that the next act asks for it again. */
  forgetPerson(): void {
    this.person = undefined;
  }

  /** False once the repository was removed or moved; a store that was named may be made wherever it is to be. */
  private get isThere(): boolean {
    return this.id === this.storeDirectory || existsSync(this.id);
  }

  /** Ends the watch and closes the store; what was acknowledged is on disk already. */
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

  /** Watches from before any read that is asked for later; returns the way to stop. */
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

  /** Git may run programs that a repository's settings name: none of that in Restricted Mode. */
  private surroundings(
    folder: string,
  ): Pick<
    Context,
    'workTree' | 'trust' | 'hooks' | 'commands' | 'attachments' | 'lanes' | 'lifeSigns' | 'askGate' | 'judgeCommand'
  > {
    const attachments = this.environment.openAttachments(this.storeDirectory);
    if (!this.environment.isTrusted()) {
      return { attachments, lifeSigns: this.environment.openLifeSigns(this.storeDirectory) };
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

  /** Most reads need no name, and finding one may start git: that waits for the first call that does. */
  private async actor(isNamed: boolean): Promise<Actor> {
    if (!isNamed || !this.environment.isTrusted()) return { role: 'human', name: 'editor' };
    return { role: 'human', name: await this.personName() };
  }
}
