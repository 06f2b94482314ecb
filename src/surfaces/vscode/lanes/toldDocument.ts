import * as vscode from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';

const scheme = 'stateroom-told';
/** Set once the provider is registered. */
let changed: vscode.EventEmitter<vscode.Uri> | undefined;

/** Registers the provider of what agents of lanes are told, read each time that it is shown. */
export function registerToldDocuments(repositories: RepositoryManager): vscode.Disposable {
  changed = new vscode.EventEmitter();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const { repository: id, lane } = JSON.parse(uri.query) as Record<'repository' | 'lane', string>;
      const repository = repositories.all.find(one => one.id === id);
      return repository === undefined ? '' : (await import('./runLaneAct.js')).toldText(repository, lane);
    },
  });
  return vscode.Disposable.from(provider, changed);
}

/** Shows what the agent of a lane is told as a document, with its size. */
export async function showTold(repository: OpenRepository, { id, ref, lane }: Lane): Promise<unknown> {
  const query = JSON.stringify({ repository: repository.id, lane: id });
  const uri = vscode.Uri.from({ scheme, path: `/${ref} ${lane}.txt`, query });
  changed?.fire(uri);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  return { lane: ref };
}
