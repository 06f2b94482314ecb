import * as vscode from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { repositoryNow } from '../../../operations/repository/repositoryNow.js';
import { touchedRecord } from '../../../operations/touched/touchedRecord.js';
import type { Log } from '../../../platform/log.js';
import type { RepositoryRoom } from '../rooms/repositoryRoom.js';
import type { WorkspaceRooms } from '../rooms/workspaceRooms.js';
import { Disposables } from '../support/disposables.js';
import { filesOf, type Touch } from './filesOf.js';

/** How long touches are gathered before they are written together, in ms. */
const gathering = 2000;
/** Files of one call. */
const mostFiles = 1000;

/** Touches of one work tree that are not written yet, by path. */
interface Batch {
  readonly room: RepositoryRoom;
  readonly top: string;
  readonly touches: Map<string, Touch>;
}

/**
 * Records which files are saved, made, deleted and renamed in this window, for the task that lives in their work tree. What
 * git ignores, what no task is about, and everything in Restricted Mode is nobody's business.
 */
export class TouchedFiles implements vscode.Disposable {
  private readonly rooms: WorkspaceRooms;
  private readonly log: Log;
  private readonly owned = new Disposables();
  private readonly batches = new Map<string, Batch>();
  private timer: NodeJS.Timeout | undefined;

  constructor(rooms: WorkspaceRooms, log: Log) {
    this.rooms = rooms;
    this.log = log;
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
    const found = this.rooms.roomFor(uri);
    const room = this.rooms.all.find(({ id }) => id === found?.id);
    const file = room?.fileOf(uri);
    if (room === undefined || file === undefined) return;
    const batch = this.batches.get(file.top) ?? { room, top: file.top, touches: new Map<string, Touch>() };
    this.batches.set(file.top, batch);
    const old = oldUri === undefined ? undefined : room.fileOf(oldUri);
    const oldPath = old?.top === file.top ? { oldPath: old.path } : {};
    // A file that was just made stays new, however often it is saved.
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

  private async writeBatch({ room, top, touches }: Batch): Promise<void> {
    if ((await room.health()).state !== 'ready') return;
    const now = await room.invoke(repositoryNow, {}, { folder: top });
    if (isRefusal(now) || now.task?.workTree !== top) return;
    // What git would not tell of is ignored, or as it was.
    const changed = await room.changedPaths(top);
    const files = [...touches.values()].flatMap(touch => filesOf(touch, changed)).slice(0, mostFiles);
    if (files.length === 0) return;
    const answer = await room.invoke(touchedRecord, { files, task: now.task.ref }, { folder: top });
    if (isRefusal(answer)) this.log.info(`Touched files were not recorded: ${answer.message}`);
  }
}
