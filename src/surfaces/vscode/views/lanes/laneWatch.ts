import { type FSWatcher, watch } from 'node:fs';
import { join, posix } from 'node:path';
import * as vscode from 'vscode';
import { type Debounced, debounce } from '../../../../platform/debounce.js';
import type { Log } from '../../../../platform/log.js';

/** Min interval between notifications of branch changes, in ms. */
const branchInterval = 500;
/** Min interval between notifications of worktree changes, in ms; each of them starts git. */
const fileInterval = 2000;

/** Reports moved branches and changed files of worktrees by file system events; without these, nothing. */
export class LaneWatch implements vscode.Disposable {
  private readonly log: Log;
  private readonly branchMoved: Debounced;
  private readonly fileChanged: Debounced;
  private readonly folders = new Map<string, FSWatcher>();
  private readonly trees = new Map<string, vscode.Disposable>();

  constructor(listener: () => void, log: Log) {
    this.log = log;
    this.branchMoved = debounce(listener, branchInterval);
    this.fileChanged = debounce(listener, fileInterval);
  }

  follow(commonDir: string | undefined, branches: readonly string[], workTrees: readonly string[]): void {
    const folders = commonDir === undefined ? [] : foldersOf(commonDir, branches);
    keepOnly(this.folders, new Set(folders), (watcher: FSWatcher) => watcher.close());
    for (const folder of folders) if (!this.folders.has(folder)) this.followFolder(folder);
    keepOnly(this.trees, new Set(workTrees), (watcher: vscode.Disposable) => watcher.dispose());
    for (const tree of workTrees) if (!this.trees.has(tree)) this.trees.set(tree, this.followTree(tree));
  }

  dispose(): void {
    this.follow(undefined, [], []);
    this.branchMoved.dispose();
    this.fileChanged.dispose();
  }

  private followFolder(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        // Git writes a lock file and renames it; the lock itself is not a change.
        if (name?.endsWith('.lock') !== true) this.branchMoved();
      });
      watcher.on('error', error => {
        this.log.debug(`${folder} is not followed any more: ${error.message}`);
        watcher.close();
        this.folders.delete(folder);
      });
      this.folders.set(folder, watcher);
    } catch (error) {
      // The folder is created with its first branch.
      this.log.debug(`${folder} is not followed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Uses the editor's watcher, which respects the person's exclusions. */
  private followTree(tree: string): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(tree), '**'));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      event(() => this.fileChanged());
    return watcher;
  }
}

/** Returns git's folders for these branches, local and remote; not the top one, in which every act changes files. */
function foldersOf(commonDir: string, branches: readonly string[]): string[] {
  const names = branches.flatMap(branch => [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`]);
  return [...new Set(names.map(name => posix.dirname(name)))].map(name => join(commonDir, name));
}

function keepOnly<Watcher>(
  all: Map<string, Watcher>,
  kept: ReadonlySet<string>,
  end: (watcher: Watcher) => void,
): void {
  for (const [key, watcher] of all) {
    if (kept.has(key)) continue;
    end(watcher);
    all.delete(key);
  }
}
