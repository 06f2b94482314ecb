import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {Set<string>} */
const folders = new Set();
let isPromised = false;
const patient = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/**
 * Makes a folder of its own below the system's temporary folder. It goes when `remove` is called, or with this process.
 *
 * @param {string} prefix
 * @returns {Promise<{ path: string, remove: () => Promise<void> }>}
 */
export async function temporaryFolder(prefix) {
  const path = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  if (!isPromised) process.once('exit', removeAll);
  isPromised = true;
  folders.add(path);
  return {
    path,
    remove: async () => {
      // Ending processes may still write to it.
      await rm(path, patient);
      folders.delete(path);
    },
  };
}

function removeAll() {
  for (const path of folders) {
    try {
      rmSync(path, patient);
    } catch {
      // Nothing is left to tell it to, and the system clears its temporary folder in time.
    }
  }
}
