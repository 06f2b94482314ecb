import * as vscode from 'vscode';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { type Revision, revisionOf, revisionScheme } from '../repository/revision.js';

/** The address of such a file; ends like the file's own, so that its language is known. */
export function revisionUri(revision: Revision): vscode.Uri {
  const { path } = vscode.Uri.joinPath(vscode.Uri.file(revision.top), revision.path);
  return vscode.Uri.from({ scheme: revisionScheme, path, query: JSON.stringify(revision) });
}

/** Shows such files; one that is not there at its commit is empty. */
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
