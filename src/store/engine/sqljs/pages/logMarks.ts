import { join } from 'node:path';
import { markOfProcesses } from '../before/olderProcesses.js';
import { heartbeatsDirectory } from '../before/storeLayout.js';
import { markOfCommits, statSignature } from '../changeWatcher.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { listNames } from './loadPages.js';

/** A text that differs after each commit of any process; undefined where there is no store. */
export function markOfLogs(files: StoreFileSystem, directory: string): string | undefined {
  try {
    const names = listNames(directory, files);
    if (!names.some(({ kind }) => kind === 'base')) return markOfCommits(files, directory);
    return names
      .filter(({ kind }) => kind === 'log')
      .map(({ name }) => `${name}:${statSignature(files, join(directory, name))}`)
      .join(' ');
  } catch {
    return undefined;
  }
}

/** A text that differs after each commit and each beat, and when a process ends that keeps a store in the format before. */
export function signatureOf(files: StoreFileSystem, directory: string): string {
  const logs = markOfLogs(files, directory);
  if (logs === undefined) return '-';
  return `${logs} ${statSignature(files, join(directory, heartbeatsDirectory))} ${markOfProcesses(directory, files)}`;
}
