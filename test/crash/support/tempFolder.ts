import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterThisTest } from './cleanup.js';
import { isFull } from './size.js';

/**
 * A folder of its own for the running test, removed after it. `name` becomes part of the path, whatever it holds. The short
 * form keeps it in memory where the machine has such a place: what a killed process leaves is the same there, and quicker.
 */
export function tempFolder(name = 'crash'): string {
  return folderIn(isFull ? tmpdir() : quickPlace(), name);
}

/** The same in memory in either form, for what is about the content of files alone. */
export function quickFolder(name: string): string {
  return folderIn(quickPlace(), name);
}

function folderIn(place: string, name: string): string {
  const folder = mkdtempSync(join(place, `stateroom-${name}-`));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}

function quickPlace(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
