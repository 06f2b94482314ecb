import * as vscode from 'vscode';
import type { RepositoryRoom } from '../rooms/repositoryRoom.js';
import type { WorkspaceRooms } from '../rooms/workspaceRooms.js';
import { Disposables } from '../support/disposables.js';

/** What others commit gathers for this long, in ms: who works in a repository that nobody looks at closely is not followed step by step. */
const commitPause = 1000;

/**
 * The repositories that are not looked at, and of which a file is in sight all the same: beside that of another. They are
 * followed by their files alone, and no longer than that.
 */
export class ShownRooms implements vscode.Disposable {
  private readonly rooms: WorkspaceRooms;
  private readonly changed: () => void;
  private readonly owned = new Disposables();
  private readonly watched = new Map<RepositoryRoom, vscode.Disposable | undefined>();
  private timer: NodeJS.Timeout | undefined;

  /** `changed` is called when one comes into sight, and after commits to one that is. */
  constructor(rooms: WorkspaceRooms, changed: () => void) {
    this.rooms = rooms;
    this.changed = changed;
    this.owned.add(vscode.window.onDidChangeVisibleTextEditors(() => this.follow()));
    this.owned.add(rooms.onDidChangeActive(() => this.follow()));
    this.follow();
  }

  get all(): readonly RepositoryRoom[] {
    return [...this.watched.keys()];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const watch of this.watched.values()) watch?.dispose();
    this.watched.clear();
    this.owned.dispose();
  }

  private follow(): void {
    const { active } = this.rooms;
    const inSight = vscode.window.visibleTextEditors.flatMap(({ document: { uri } }) =>
      uri.scheme === 'file' ? (this.rooms.roomFor(uri) ?? []) : [],
    );
    const wanted = new Set(inSight.filter(room => room !== active));
    for (const [room, watch] of this.watched) {
      if (wanted.has(room)) continue;
      watch?.dispose();
      this.watched.delete(room);
    }
    const added = [...wanted].filter(room => !this.watched.has(room));
    for (const room of added)
      this.watched.set(
        room,
        room.watchFiles(() => this.changedSoon()),
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
