import { stat } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import * as vscode from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { say } from '../../../messages/say.js';
import type { Repositories, Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { pageScheme } from '../support/pageUri.js';
import { OpenRepository, type RepositoryEnvironment } from './openRepository.js';

const lastActiveKey = 'stateroom.activeRoom';

/** The window's repositories by git common directory. Active: that of the active editor, or the one picked since. */
export class RepositoryManager implements Repositories, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly byId = new Map<string, OpenRepository>();
  /** Folders in a repository of the window, by path. */
  private readonly folders = new Map<string, RepositoryFolder>();
  private activeId: string | undefined;
  private readonly activeEmitter = this.owned.add(new vscode.EventEmitter<Repository | undefined>());
  private readonly listEmitter = this.owned.add(new vscode.EventEmitter<void>());

  readonly onDidChangeActive = this.activeEmitter.event;
  readonly onDidChangeList = this.listEmitter.event;

  constructor(
    private readonly environment: RepositoryEnvironment,
    private readonly memory: vscode.Memento,
  ) {
    this.owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.reconcile()));
    this.owned.add(vscode.window.onDidChangeActiveTextEditor(editor => this.follow(editor?.document.uri)));
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (!change.affectsConfiguration('stateroom.personName')) return;
        for (const repository of this.byId.values()) repository.forgetPerson();
      }),
    );
    this.reconcile();
  }

  get all(): readonly OpenRepository[] {
    return [...this.byId.values()];
  }

  get active(): OpenRepository | undefined {
    return this.activeId === undefined ? undefined : this.byId.get(this.activeId);
  }

  setActive(repository: Repository): void {
    this.activate(repository.id);
  }

  /** Activates a repository, checked from one of its folders; false if nothing changed. */
  lookAt(repository: OpenRepository, folder: vscode.Uri): boolean {
    const isOther = repository.id !== this.activeId;
    const moved = repository.moveTo(folder);
    if (isOther) this.activate(repository.id);
    else if (moved) this.activeEmitter.fire(repository);
    return isOther || moved;
  }

  repositoryFor(uri: vscode.Uri): OpenRepository | undefined {
    if (uri.scheme === pageScheme) return this.byId.get(uri.query);
    const found = this.folderOf(uri);
    return found && this.byId.get(found.id);
  }

  /** Repository and worktree root of a path; undefined outside the window's folders and in nested repositories. */
  placeOf(path: string): { readonly repository: OpenRepository; readonly folder: string } | undefined {
    const found = this.folderOf(vscode.Uri.file(path));
    const repository = found && this.byId.get(found.id);
    if (found === undefined || repository === undefined) return undefined;
    const tree = this.environment.openWorkTree(path) ?? this.environment.openWorkTree(dirname(path));
    if (tree === undefined) return { repository, folder: found.uri.fsPath };
    // A store named by the environment belongs to every repository.
    const isOwn = tree.commonDir === repository.id || repository.storeDirectory === repository.id;
    return isOwn ? { repository, folder: tree.root } : undefined;
  }

  /** Top folders of a repository's worktrees that are open in the window, without duplicates. */
  workTreesOf({ id }: Pick<Repository, 'id'>): readonly string[] {
    const own = [...this.folders.values()].filter(folder => folder.id === id);
    return [...new Set(own.flatMap(({ uri }) => this.environment.openWorkTree(uri.fsPath)?.root ?? []))];
  }

  /** True if a repository of the window has a store on disk: one stat each, nothing is opened. */
  async anyStore(): Promise<boolean> {
    const found = await Promise.all(this.all.map(repository => hasStore(repository)));
    return found.includes(true);
  }

  /** Looks for repositories again: one may have been made in a folder that had none. */
  reconcile(): void {
    const present = (vscode.workspace.workspaceFolders ?? []).filter(folder => folder.uri.scheme === 'file');
    const before = [...this.byId.keys()].join('\n');
    const previous = new Map(this.folders);
    this.folders.clear();
    const seen = new Set<string>();
    for (const { uri } of present) {
      const found = this.environment.locateStore(uri.fsPath);
      // A store given by the environment is used for every folder, as by the command line and the MCP server.
      const id = isRefusal(found) ? undefined : (found.repository?.commonDir ?? found.directory);
      if (isRefusal(found) && found.code !== 'no_repository') this.environment.log.warn(say(found.message));
      const gone = previous.get(uri.fsPath);
      if (isRefusal(found) && gone !== undefined) {
        // Keep a repository that was there: it reports that it is gone, and continues once it is back.
        this.folders.set(uri.fsPath, gone);
        seen.add(gone.id);
      }
      if (isRefusal(found) || id === undefined) continue;
      this.folders.set(uri.fsPath, { uri, id });
      if (seen.has(id)) continue;
      seen.add(id);
      if (this.byId.has(id)) continue;
      const place = { id, name: repositoryName(id), folder: uri, storeDirectory: found.directory };
      this.byId.set(id, new OpenRepository(place, this.environment));
      this.environment.log.info(`Repository ${place.name}: ${id}`);
    }
    for (const [id, repository] of this.byId) {
      const own = [...this.folders.values()].filter(folder => folder.id === id);
      const [first] = own;
      if (first !== undefined) {
        // The folder that it was checked from may have been closed while another of its worktrees is open.
        const isOpen = own.some(({ uri }) => uri.fsPath === repository.folder.fsPath);
        if (!isOpen && repository.moveTo(first.uri) && id === this.activeId) this.activeEmitter.fire(repository);
        continue;
      }
      this.byId.delete(id);
      repository.close().catch(error => this.environment.log.error(`Closing ${repository.name} failed.`, error));
    }
    if (before !== [...this.byId.keys()].join('\n')) this.listEmitter.fire();
    this.chooseActive();
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Closes every store; resolves once all running calls have ended. */
  async close(): Promise<void> {
    this.dispose();
    const repositories = this.all;
    this.byId.clear();
    await Promise.all(repositories.map(repository => repository.close()));
  }

  private chooseActive(): void {
    if (this.activeId !== undefined && this.byId.has(this.activeId)) return;
    const remembered = this.memory.get<string>(lastActiveKey);
    const open = vscode.window.activeTextEditor?.document.uri;
    const next =
      (open && this.repositoryFor(open)?.id) ??
      (remembered !== undefined && this.byId.has(remembered) ? remembered : this.all[0]?.id);
    this.activate(next);
  }

  /** Activates the repository of the edited file, checked from that file's folder. */
  private follow(uri: vscode.Uri | undefined): void {
    const repository = uri && this.repositoryFor(uri);
    if (uri === undefined || repository === undefined) return;
    this.lookAt(repository, this.folderOf(uri)?.uri ?? repository.folder);
  }

  /** The innermost window folder that contains a file and is in a repository. */
  private folderOf(uri: vscode.Uri): RepositoryFolder | undefined {
    if (uri.scheme !== 'file') return undefined;
    const path = uri.fsPath;
    const around = [...this.folders].filter(
      ([folder]) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
    );
    return around.sort(([one], [other]) => other.length - one.length)[0]?.[1];
  }

  private activate(id: string | undefined): void {
    if (id === this.activeId) return;
    this.activeId = id;
    if (id !== undefined) void this.memory.update(lastActiveKey, id);
    this.activeEmitter.fire(this.active);
  }
}

interface RepositoryFolder {
  readonly uri: vscode.Uri;
  readonly id: string;
}

async function hasStore(repository: OpenRepository): Promise<boolean> {
  return stat(repository.storeDirectory).then(
    found => found.isDirectory(),
    () => false,
  );
}

/** Display name of a repository: the main worktree's folder, or the bare repository's without `.git`. */
function repositoryName(commonDir: string): string {
  return basename(commonDir) === '.git' ? basename(dirname(commonDir)) : basename(commonDir).replace(/\.git$/, '');
}
