import { randomBytes } from 'node:crypto';
import { link, lstat, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { placeOnce, syncFolder, writeFileAtomically } from './files.js';
import { insteadOf } from './insteadOf.js';
import { isOwnFolder, makeOwnFolder, namesInOwnFolder, requireOwnFolder } from './ownFolder.js';
import { type RegularFile, readRegularFile } from './regularFile.js';

/** Pending operations, to finish or undo after a crash. Synced before a method returns. Names are those of lanes. */
export interface IntentFiles {
  /** Returns false, without any change, if the file exists. */
  begin(name: string, text: string): Promise<boolean>;
  write(name: string, text: string): Promise<void>;
  /** Replaces the file if its text is `expected`; returns false otherwise, or if another process holds the lock. */
  replace(name: string, expected: string, text: string): Promise<boolean>;
  /** Also removes the folder with its last file. */
  remove(name: string): Promise<void>;
  /** Undefined if missing; empty if irregular or too large. */
  read(name: string): Promise<string | undefined>;
  all(): Promise<ReadonlyMap<string, string>>;
  inspect(name: string): Promise<RegularFile>;
  /** Moves the file, valid or not, into `set-aside`, where it is ignored and never removed. */
  setAside(name: string): Promise<void>;
  /** By their paths below the folder. */
  allSetAside(): Promise<ReadonlyMap<string, RegularFile>>;
}

export const setAsideFolder = 'set-aside';

/** Files usually have a few hundred bytes, with a person's note some thousand. */
const maxBytes = 64 * 1024;

/** Milliseconds. */
const maxHold = 10_000;

/** Max attempts to make a folder that other processes keep removing; a fifth of a second. */
const maxTries = 30;

/** Suffix of our drafts and those of `writeFileAtomically`. */
const draftEnd = /^(?:\.json\.\d+)?\.[0-9a-f]{8}\.draft$/;

export function openIntentFiles(folder: string): IntentFiles {
  const path = (name: string): string => join(folder, `${name}.json`);
  const inspect = async (name: string): Promise<RegularFile> => {
    // Nothing in a linked folder is ours.
    return (await isOwnFolder(folder))
      ? readRegularFile(path(name), { maxBytes: maxBytes, followsLinks: false })
      : undefined;
  };
  const read = async (name: string): Promise<string | undefined> => {
    const found = await inspect(name);
    return found && ('content' in found ? found.content.toString('utf8') : '');
  };
  const aside = join(folder, setAsideFolder);
  const names = (): Promise<string[]> => namesInOwnFolder(folder).catch(() => []);
  return {
    async begin(name, text) {
      for (let tries = 1; ; tries += 1) {
        const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}.draft`);
        try {
          await makeOwnFolder(folder);
          await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
          await placeOnce(draft, path(name));
          break;
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          if (code === 'EEXIST') return false;
          // Another process removed the folder or draft with its last file, or the folder can never be made.
          if (code !== 'ENOENT' || tries === maxTries) throw error;
        } finally {
          await rm(draft, { force: true });
        }
        await wait(Math.min(tries, 8));
      }
      await syncFolder(folder);
      return true;
    },
    async write(name, text) {
      await writeFileAtomically(path(name), text, { mode: 0o600, inStore: true });
      await syncFolder(folder);
    },
    async replace(name, expected, text) {
      await requireOwnFolder(folder);
      const lock = join(folder, `${name}.lock`);
      if (!(await tookLock(lock))) return false;
      try {
        if ((await read(name)) !== expected) return false;
        await this.write(name, text);
        return true;
      } finally {
        await rm(lock, { force: true });
      }
    },
    async remove(name) {
      await requireOwnFolder(folder);
      await rm(path(name), { force: true });
      // Drafts of processes that were killed in `begin`.
      const isDraft = (file: string) => file.startsWith(`${name}.`) && draftEnd.test(file.slice(name.length));
      for (const file of (await names()).filter(isDraft)) await rm(join(folder, file), { force: true });
      // Fails if the folder is missing or in use. A process between folder and draft in `begin` makes the folder again.
      await rmdir(folder).catch(() => undefined);
    },
    read,
    inspect,
    async setAside(name) {
      await makeOwnFolder(folder);
      await makeOwnFolder(aside);
      const target = join(aside, `${name}.${randomBytes(4).toString('hex')}.json`);
      // Another process may have moved it first.
      await rename(path(name), target).catch(insteadOf('ENOENT', undefined));
      await syncFolder(folder);
    },
    async allSetAside() {
      const isThere = (await names()).includes(setAsideFolder);
      const found = new Map<string, RegularFile>();
      for (const name of isThere ? (await namesInOwnFolder(aside)).sort() : []) {
        found.set(
          `${setAsideFolder}/${name}`,
          await readRegularFile(join(aside, name), { maxBytes: maxBytes, followsLinks: false }),
        );
      }
      return found;
    },
    async all() {
      const found = new Map<string, string>();
      for (const file of await names()) {
        const name = file.replace(/\.json$/, '');
        const text = name === file ? undefined : await read(name);
        // Undefined if removed since it was listed.
        if (text !== undefined) found.set(name, text);
      }
      return found;
    },
  };
}

/** Takes a lock for one short write; returns false while another process has it. Removes a stale lock for the next caller. */
async function tookLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Without the folder there is no file to replace.
    if (code === 'ENOENT') return false;
    if (code !== 'EEXIST') throw error;
  }
  const { mtimeMs } = await lstat(lock).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > maxHold) await removeStale(lock, mtimeMs).catch(() => undefined);
  return false;
}

/** Moves the lock aside first: meanwhile another process may have removed the stale one and taken its own, which is put back. */
async function removeStale(lock: string, mtimeMs: number): Promise<void> {
  const aside = lock.replace(/\.lock$/, `.${randomBytes(4).toString('hex')}.draft`);
  await rename(lock, aside);
  try {
    if ((await lstat(aside)).mtimeMs !== mtimeMs) await link(aside, lock);
  } finally {
    await rm(aside, { force: true });
  }
}
