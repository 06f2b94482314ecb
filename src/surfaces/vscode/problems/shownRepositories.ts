import * as vscode from 'vscode';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { Disposables } from '../support/disposables.js';

/** Throttle interval for commits of others, in ms: a repository that is not selected is not followed step by step. */
const commitPause = 1000;

/** Repositories that are not selected but have a visible file; followed by file system events, while visible. */
export class ShownRepositories implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly watched = new Map<OpenRepository, vscode.Disposable | undefined>();
  private timer: NodeJS.Timeout | undefined;

  /** `changed` is called when one becomes visible, and after commits to a visible one. */
  constructor(
    private readonly repositories: RepositoryManager,
    private readonly changed: () => void,
  ) {
    this.owned.add(vscode.window.onDidChangeVisibleTextEditors(() => this.follow()));
    this.owned.add(repositories.onDidChangeActive(() => this.follow()));
    this.follow();
  }

  get all(): readonly OpenRepository[] {
    return [...this.watched.keys()];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const watch of this.watched.values()) watch?.dispose();
    this.watched.clear();
    this.owned.dispose();
  }

  private follow(): void {
    const { active } = this.repositories;
    const inSight = vscode.window.visibleTextEditors.flatMap(({ document: { uri } }) =>
      uri.scheme === 'file' ? (this.repositories.repositoryFor(uri) ?? []) : [],
    );
    const wanted = new Set(inSight.filter(repository => repository !== active));
    for (const [repository, watch] of this.watched) {
      if (wanted.has(repository)) continue;
      watch?.dispose();
      this.watched.delete(repository);
    }
    const added = [...wanted].filter(repository => !this.watched.has(repository));
    for (const repository of added)
      this.watched.set(
        repository,
        repository.watchFiles(() => this.changedSoon()),
      );
    if (added.length > 0) this.changed();
  }

  private changedSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed();
    }, commitPause);
  }
}
