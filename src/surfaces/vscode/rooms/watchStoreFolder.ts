import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type * as vscode from 'vscode';
import { coalesce } from '../../../platform/coalesce.js';

/** Changes are told at most this often, in ms. */
const quietInterval = 1000;

/**
 * Calls back when the file system tells of a change in a store’s folder, at most once a second, and runs no timer while
 * nothing happens. Where there is no such folder yet, it is waited for. Undefined where the folder around it is missing too;
 * a file system that tells nothing stays silent.
 *
 * @param directory absolute path of the store's folder
 */
export function watchStoreFolder(directory: string, listener: () => void): vscode.Disposable | undefined {
  const tell = coalesce(listener, quietInterval);
  const around = dirname(directory);
  let watcher: FSWatcher | undefined;
  const end = (): void => {
    watcher?.close();
    tell.dispose();
  };
  const follow = (folder: string, changed: (name: string | null) => void): boolean => {
    try {
      const next = watch(folder, { persistent: false }, (_, name) => changed(name));
      next.on('error', end);
      watcher?.close();
      watcher = next;
      return true;
    } catch {
      return false;
    }
  };
  const followStore = (): boolean => follow(directory, tell);
  const isFollowed =
    followStore() ||
    follow(around, name => {
      // Some systems tell no name; that of the folder itself says that it went.
      if (name === null || name === basename(directory)) {
        if (followStore()) tell();
      } else if (name === basename(around)) tell();
    });
  return isFollowed ? { dispose: end } : undefined;
}
