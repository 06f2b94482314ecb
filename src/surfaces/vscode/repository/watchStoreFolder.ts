import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type * as vscode from 'vscode';
import { debounce } from '../../../platform/debounce.js';

/** Minimum interval between change events, in ms. */
const quietInterval = 1000;

/**
 * Calls back when the file system tells of a change in a store’s folder, at most once a second, and runs no timer while
 * nothing happens. Where there is no such folder yet, or no more, it is waited for. Undefined where the folder around it is
 * missing too. No events on file systems without watching.
 *
 * @param directory absolute path of the store's folder
 */
export function watchStoreFolder(directory: string, listener: () => void): vscode.Disposable | undefined {
  const tell = debounce(listener, quietInterval);
  const around = dirname(directory);
  let watcher: FSWatcher | undefined;
  /** A watcher failed, and its replacement has not reported anything yet. */
  let isBroken = false;
  const leave = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  const follow = (folder: string, changed: (event: string, name: string | null) => void): boolean => {
    try {
      const next = watch(folder, { persistent: false }, (event, name) => {
        // What one that was left had still to tell.
        if (next !== watcher) return;
        isBroken = false;
        changed(event, name);
      });
      next.on('error', () => {
        if (next !== watcher) return;
        tell();
        // Once: a folder that cannot be watched would break one after the other.
        if (isBroken) return leave();
        isBroken = true;
        settle();
      });
      watcher?.close();
      watcher = next;
      return true;
    } catch {
      return false;
    }
  };
  const followStore = (): boolean =>
    follow(directory, (event, name) => {
      tell();
      // By its own name it tells that it went, perhaps with another in its place already; some systems tell no name.
      if (event === 'rename' && (name === null || name === basename(directory))) settle();
    });
  const followAround = (): boolean =>
    follow(around, (_event, name) => {
      // Some systems tell no name; that of the folder itself says that it went.
      if (name === null || name === basename(directory)) {
        if (followStore()) tell();
      } else if (name === basename(around)) {
        tell();
        settle();
      }
    });
  /** The store's folder, else the one around it; false where both are gone. The old watcher's folder may be neither. */
  const settle = (): boolean => {
    if (followStore()) return true;
    if (!followAround()) {
      leave();
      return false;
    }
    // It may have been created between the first check and the start of the watcher.
    if (followStore()) tell();
    return true;
  };
  const end = (): void => {
    leave();
    tell.dispose();
  };
  return settle() ? { dispose: end } : undefined;
}
