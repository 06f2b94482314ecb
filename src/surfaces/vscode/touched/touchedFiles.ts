import * as vscode from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { say } from '../../../messages/say.js';
import { repositoryNow } from '../../../operations/repository/repositoryNow.js';
import { touchedRecord } from '../../../operations/touched/touchedRecord.js';
import type { Log } from '../../../platform/log.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { Disposables } from '../support/disposables.js';
import { filesOf, type Touch } from './filesOf.js';

/** Time for which touches are collected into one write, in ms. */
const gathering = 2000;
const maxFiles = 1000;

/** Touches of one worktree that are not written yet, by path. */
interface Batch {
  readonly repository: OpenRepository;
  readonly top: string;
  readonly touches: Map<string, Touch>;
}

/** Records files touched here for their worktree's task, if any. Not ignored files, nor in Restricted Mode. */
export class TouchedFiles implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly batches = new Map<string, Batch>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repositories: RepositoryManager,
    private readonly log: Log,
  ) {
    const { workspace } = vscode;
    this.owned.add(workspace.onDidSaveTextDocument(({ uri }) => this.touch(uri, 'edit')));
    this.owned.add(workspace.onDidCreateFiles(({ files }) => this.touchAll(files, 'add')));
    this.owned.add(workspace.onDidDeleteFiles(({ files }) => this.touchAll(files, 'delete')));
    this.owned.add(
      workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) this.touch(newUri, 'rename', oldUri);
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.owned.dispose();
  }

  private touchAll(uris: readonly vscode.Uri[], change: Touch['change']): void {
    for (const uri of uris) this.touch(uri, change);
  }

  private touch(uri: vscode.Uri, change: Touch['change'], oldUri?: vscode.Uri): void {
    if (uri.scheme !== 'file') return;
    const found = this.repositories.repositoryFor(uri);
    const repository = this.repositories.all.find(({ id }) => id === found?.id);
    const file = repository?.fileOf(uri);
    if (repository === undefined || file === undefined) return;
    const batch = this.batches.get(file.top) ?? { repository, top: file.top, touches: new Map<string, Touch>() };
    this.batches.set(file.top, batch);
    const old = oldUri === undefined ? undefined : repository.fileOf(oldUri);
    const oldPath = old?.top === file.top ? { oldPath: old.path } : {};
    // A new file stays new, however often it is saved.
    const before = batch.touches.get(file.path)?.change;
    const kept = change === 'edit' && (before === 'add' || before === 'rename') ? before : change;
    batch.touches.set(file.path, { path: file.path, change: kept, ...oldPath });
    this.timer ??= setTimeout(() => void this.write(), gathering);
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const batches = [...this.batches.values()];
    this.batches.clear();
    for (const batch of batches) {
      try {
        await this.writeBatch(batch);
      } catch (error) {
        this.log.error('Touched files could not be recorded.', error);
      }
    }
  }

  private async writeBatch({ repository, top, touches }: Batch): Promise<void> {
    if ((await repository.health()).state !== 'ready') return;
    const now = await repository.invoke(repositoryNow, {}, { folder: top });
    if (isRefusal(now) || now.task?.workTree !== top) return;
    // Files that git does not list are ignored or unchanged.
    const changed = await repository.changedPaths(top);
    const files = [...touches.values()].flatMap(touch => filesOf(touch, changed)).slice(0, maxFiles);
    if (files.length === 0) return;
    const answer = await repository.invoke(touchedRecord, { files, task: now.task.ref }, { folder: top });
    if (isRefusal(answer)) this.log.info(`Touched files were not recorded: ${say(answer.message)}`);
  }
}
