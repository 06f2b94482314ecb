import * as vscode from 'vscode';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { type Revision, revisionOf, revisionScheme } from '../repository/revision.js';

/** Returns the URI of a file at a commit; it ends like the file's own, so that the language is detected. */
export function revisionUri(revision: Revision): vscode.Uri {
  const { path } = vscode.Uri.joinPath(vscode.Uri.file(revision.top), revision.path);
  return vscode.Uri.from({ scheme: revisionScheme, path, query: JSON.stringify(revision) });
}

/** Registers the provider of files at a commit; a file missing there is empty. */
export function registerRevisionDocuments(repositories: RepositoryManager): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(revisionScheme, {
    async provideTextDocumentContent(uri) {
      const revision = revisionOf(uri);
      const repository = repositories.all.find(({ id }) => id === revision?.repository);
      if (revision === undefined || repository === undefined) return '';
      return (await repository.textAt(revision.top, revision.path, revision.commit)) ?? '';
    },
  });
}
