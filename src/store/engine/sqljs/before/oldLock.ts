import { formatVersion } from '../pages/baseFile.js';
import { sleepBlocking, sleepFree } from '../sleep.js';
import type { StoreFileSystem } from '../storeFileSystem.js';
import { StoreLock } from './storeLock.js';

export interface OldLockOptions {
  readonly directory: string;
  readonly files: StoreFileSystem;
  readonly mode: 'sync' | 'async';
  /** Max wait for another holder, ms. */
  readonly lockTimeoutMs: number;
}

/** Runs work while older programs cannot write; `meanwhile` between checks of another holder's lock. */
export async function underOldLock<T>(
  { directory, files, mode, lockTimeoutMs }: OldLockOptions,
  work: (lock: StoreLock) => Promise<T>,
  meanwhile?: () => void,
): Promise<T> {
  const sleep = mode === 'sync' ? sleepBlocking : sleepFree;
  const lock = new StoreLock({ directory, files, timeoutMs: lockTimeoutMs, sleep, format: formatVersion });
  try {
    await lock.acquire(meanwhile);
    try {
      return await work(lock);
    } finally {
      lock.release();
    }
  } finally {
    lock.close();
  }
}
