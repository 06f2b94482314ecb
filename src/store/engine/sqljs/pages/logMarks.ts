import { join } from 'node:path';
import { markOfJournals } from '../before/journalMarks.js';
import { markOfProcesses } from '../before/olderProcesses.js';
import { statSignature } from '../changeWatcher.js';
import { heartbeatsDirectory } from '../fileHeartbeats.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { listNames } from './loadPages.js';

/** Changes with each commit of any process; undefined without a store. */
export function markOfLogs(files: StoreFileSystem, directory: string): string | undefined {
  try {
    const names = listNames(directory, files);
    if (!names.some(({ kind }) => kind === 'base')) return markOfJournals(files, directory);
    return names
      .filter(({ kind }) => kind === 'log')
      .map(({ name }) => `${name}:${statSignature(files, join(directory, name))}`)
      .join(' ');
  } catch {
    return undefined;
  }
}

/** Changes with each commit and heartbeat, and when a process with a store of the previous format ends. */
export function signatureOf(files: StoreFileSystem, directory: string): string {
  const logs = markOfLogs(files, directory);
  if (logs === undefined) return '-';
  return `${logs} ${statSignature(files, join(directory, heartbeatsDirectory))} ${markOfProcesses(directory, files)}`;
}
