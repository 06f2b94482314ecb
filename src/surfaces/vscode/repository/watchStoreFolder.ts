import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type * as vscode from 'vscode';
import { debounce } from '../../../platform/debounce.js';

/** Minimum interval between change events, in ms. */
const quietInterval = 1000;

/**
 * Calls back on events in a store's folder, at most once a second, without a timer. Waits for a missing folder;
 * undefined if its parent is missing too. No events on file systems without watching.
 */
export function watchStoreFolder(directory: string, listener: () => void): vscode.Disposable | undefined {
  const tell = debounce(listener, quietInterval);
  const around = dirname(directory);
  let watcher: FSWatcher | undefined;
  /** True if a watcher failed and its replacement has not reported anything yet. */
  let isBroken = false;
  const leave = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  const follow = (folder: string, changed: (event: string, name: string | null) => void): boolean => {
    try {
      const next = watch(folder, { persistent: false }, (event, name) => {
        // A pending event of a closed watcher.
        if (next !== watcher) return;
        isBroken = false;
        changed(event, name);
      });
      next.on('error', () => {
        if (next !== watcher) return;
        tell();
        // Retry once: watchers of a folder that cannot be watched would fail one after the other.
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
      // An event with the folder's own name means that it was removed or replaced; some systems give no name.
      if (event === 'rename' && (name === null || name === basename(directory))) settle();
    });
  const followAround = (): boolean =>
    follow(around, (_event, name) => {
      // Some systems give no name. The parent's own name means that it was removed.
      if (name === null || name === basename(directory)) {
        if (followStore()) tell();
      } else if (name === basename(around)) {
        tell();
        settle();
      }
    });
  /** Watches the store's folder, else its parent; false if both are gone. The old watcher's folder may be neither. */
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
