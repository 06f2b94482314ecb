import { randomBytes } from 'node:crypto';
import { lstat, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { placeOnce, syncFolder, writeFileAtomically } from './files.js';
import { insteadOf } from './insteadOf.js';
import { isOwnFolder, makeOwnFolder, namesInOwnFolder, requireOwnFolder } from './ownFolder.js';
import { type RegularFile, readRegularFile } from './regularFile.js';

/**
 * Small files that record a pending operation, so that another process can finish or undo it after a crash. On disk
 * before a method returns. Names are those of lanes.
 */
export interface IntentFiles {
  /** Writes the file of this name unless there is one; false when there is, of which nothing is changed. */
  begin(name: string, text: string): Promise<boolean>;
  /** Replaces the file of this name. */
  write(name: string, text: string): Promise<void>;
  /** Replaces the file of this name if it still reads as expected; false when it does not, or another is about to. */
  replace(name: string, expected: string, text: string): Promise<boolean>;
  /** Without the last of them the folder goes too. */
  remove(name: string): Promise<void>;
  /** Undefined when there is none of this name; empty for what is not a plain file of a size that such files have. */
  read(name: string): Promise<string | undefined>;
  /** All there are, by name, as `read` gives them. */
  all(): Promise<ReadonlyMap<string, string>>;
  /** The same of one, with why it is not read. */
  inspect(name: string): Promise<RegularFile>;
  /** Moves the file of this name, valid or not, into `set-aside`, where it counts for nothing and is never removed. */
  setAside(name: string): Promise<void>;
  /** What was set aside, by its path below the folder. */
  allSetAside(): Promise<ReadonlyMap<string, RegularFile>>;
}

/** The subfolder of files that were set aside. */
export const setAsideFolder = 'set-aside';

/** Bytes; what is written takes a few hundred, with a note of a person's in it some thousand. */
const maxBytes = 64 * 1024;

/** How long a lock is valid, in ms. */
const maxHold = 10_000;

/** How often a folder is made again that went as often; together a fifth of a second. */
const maxTries = 30;

/** Of a file that is begun, and of one that `writeFileAtomically` replaces. */
const draftEnd = /^(?:\.json\.\d+)?\.[0-9a-f]{8}\.draft$/;

/** Such files in one folder. Touches nothing before the first call. */
export function openIntentFiles(folder: string): IntentFiles {
  const path = (name: string): string => join(folder, `${name}.json`);
  const inspect = async (name: string): Promise<RegularFile> => {
    // In a folder that is a link, nothing is ours.
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
          // Folder or draft went with the last file of another, who removed it a moment ago; or it can never be made.
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
      // Who was killed while it began left its draft.
      const isDraft = (file: string) => file.startsWith(`${name}.`) && draftEnd.test(file.slice(name.length));
      for (const file of (await names()).filter(isDraft)) await rm(join(folder, file), { force: true });
      // Not there, or someone began another one: whoever is between folder and draft makes the folder again.
      await rmdir(folder).catch(() => undefined);
    },
    read,
    inspect,
    async setAside(name) {
      await makeOwnFolder(folder);
      await makeOwnFolder(aside);
      const target = join(aside, `${name}.${randomBytes(4).toString('hex')}.json`);
      // Another process may be first.
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
        // Else it was removed since it was listed.
        if (text !== undefined) found.set(name, text);
      }
      return found;
    },
  };
}

/** False while another holds it, unless that one died with it: it is held for the writing of one small file. */
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
  // Whoever asks next may have it.
  if (Date.now() - mtimeMs > maxHold) await rm(lock, { force: true }).catch(() => undefined);
  return false;
}
