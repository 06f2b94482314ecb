import * as vscode from 'vscode';
import type { RepositoryManager } from '../repository/repositoryManager.js';

/** Scheme of files as they were at a commit. */
const scheme = 'stateroom-base';

/** A file of a lane as it was at the commit where the lane parted from its base. */
export interface BaseFile {
  /** The repository's id. */
  readonly repository: string;
  /** Absolute path of the worktree's top. */
  readonly top: string;
  /** Relative to it, with `/`. */
  readonly path: string;
  readonly commit: string;
}

/** The address of such a file; ends like the file's own, so that its language is known. */
export function baseUri(file: BaseFile): vscode.Uri {
  const { path } = vscode.Uri.joinPath(vscode.Uri.file(file.top), file.path);
  return vscode.Uri.from({ scheme, path, query: JSON.stringify(file) });
}

/** Shows such files; one that was not there yet is empty. */
export function registerBaseDocuments(repositories: RepositoryManager): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent({ query }) {
      const file = JSON.parse(query) as BaseFile;
      const repository = repositories.all.find(({ id }) => id === file.repository);
      return (await repository?.textAt(file.top, file.path, file.commit)) ?? '';
    },
  });
}
