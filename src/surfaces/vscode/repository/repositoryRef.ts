import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import type { Repositories, Repository } from '../repository.js';
import type { OpenRepository } from './openRepository.js';
import type { RepositoryManager } from './repositoryManager.js';

/** Worktree of a question, in which the answer's buttons act. Plain data: the second argument of their commands. */
export interface RepositoryRef {
  readonly repository: string;
  /** Absolute path of the folder for calls. */
  readonly folder: string;
  /** Top folder of its worktree; undefined without one and in Restricted Mode. */
  readonly top?: string | undefined;
}

export function standingOf({ id, folder, top }: Repository): RepositoryRef {
  return { repository: id, folder: folder.fsPath, ...(top === undefined ? {} : { top }) };
}

/** A file's repository, checked from the file's own worktree. Undefined outside of all repositories. */
export function standingOfFile(
  repositories: Pick<Repositories, 'repositoryFor'>,
  uri: vscode.Uri,
): RepositoryRef | undefined {
  const repo = repositories.repositoryFor(uri);
  if (repo === undefined) return undefined;
  const top = repo.fileOf(uri)?.top;
  return { ...standingOf(repo), ...(top === undefined ? {} : { folder: top, top }) };
}

/** Reads the reference from a command's second argument; views pass the selected rows there instead. */
export function readStanding(value: unknown): RepositoryRef | undefined {
  const { repository: repo, folder, top } = (value ?? {}) as Partial<Record<keyof RepositoryRef, unknown>>;
  if (typeof repo !== 'string' || typeof folder !== 'string') return undefined;
  return { repository: repo, folder, ...(typeof top === 'string' ? { top } : {}) };
}

/** The repository, checked from that folder; a refusal once the repository or the worktree is gone. */
export function repositoryAt(repositories: Pick<RepositoryManager, 'all'>, at: RepositoryRef): Repository | Refusal {
  const repo = openRepositoryAt(repositories, at);
  return isRefusal(repo) ? repo : checkedFrom(at, repo);
}

/** The window's repository for a reference; refuses like `repositoryAt`. */
export function openRepositoryAt({ all }: Pick<RepositoryManager, 'all'>, at: RepositoryRef): OpenRepository | Refusal {
  const repo = all.find(({ id }) => id === at.repository);
  const isThere = repo !== undefined && (at.top === undefined || repo.filesAt(at.top) !== undefined);
  if (isThere) return repo;
  return refuse(
    'not_found',
    verbatim(
      l10n.t(
        'The worktree of this answer no longer exists, or its repository is not open or not trusted: {0}.',
        at.folder,
      ),
    ),
    { hint: verbatim(l10n.t('Nothing was changed. Try again in the right worktree.')) },
  );
}

/** Names that distinguish an answer's repository or worktree from others of the window; undefined without others. */
export function namesOf(
  repositories: Pick<RepositoryManager, 'all' | 'workTreesOf'>,
  { id, name }: Pick<Repository, 'id' | 'name'>,
  { top }: RepositoryRef,
): { readonly repository: string | undefined; readonly workTree: string | undefined } {
  const others = repositories.workTreesOf({ id }).filter(tree => tree !== top);
  const isAlike = others.some(tree => top !== undefined && basename(tree) === basename(top));
  return {
    repository: repositories.all.length > 1 ? name : undefined,
    workTree: top === undefined || others.length === 0 ? undefined : isAlike ? top : basename(top),
  };
}

/** The repository with a fixed folder, independent of the window's active one. */
function checkedFrom({ folder, top }: RepositoryRef, repo: OpenRepository): Repository {
  const { id, name, onDidChange } = repo;
  return {
    id,
    name,
    onDidChange,
    folder: vscode.Uri.file(folder),
    top,
    fileOf: uri => repo.fileOf(uri),
    health: () => repo.health(),
    commitMark: () => repo.commitMark(),
    hasLanes: () => repo.hasLanes(),
    names: () => repo.names(),
    personName: () => repo.personName(),
    invoke: (operation, input, options = {}) => repo.invoke(operation, input, { folder, ...options }),
  };
}
