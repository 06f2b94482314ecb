import { join } from 'node:path';
import { statSignature } from '../changeWatcher.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { heartbeatsDirectory } from '../storeLayout.js';
import { listNames } from './loadPages.js';

/** A text that differs after each commit of any process; undefined where there is no store. */
export function markOfLogs(files: StoreFileSystem, directory: string): string | undefined {
  try {
    const marks = listNames(directory, files)
      .filter(({ kind }) => kind === 'log')
      .map(({ name }) => `${name}:${statSignature(files, join(directory, name))}`);
    return marks.length === 0 ? undefined : marks.join(' ');
  } catch {
    return undefined;
  }
}

/** A text that differs after each commit and each beat. */
export function signatureOf(files: StoreFileSystem, directory: string): string {
  const logs = markOfLogs(files, directory);
  return logs === undefined ? '-' : `${logs} ${statSignature(files, join(directory, heartbeatsDirectory))}`;
}
