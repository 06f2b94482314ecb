import { mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { type FileOwner, writeFileAtomically } from '../platform/files.js';
import { insteadOf } from '../platform/insteadOf.js';
import { identifyThisProcess, judgeByPid, parseIdentity } from '../platform/processIdentity.js';
import { readRegularFile, textOfRegularFile } from '../platform/regularFile.js';
import { sha256 } from '../platform/sha256.js';
import { applyUndo, undoOf } from './ledger.js';

export interface FileChange {
  readonly path: string;
  /** Undefined for no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** As in chmod. */
  readonly mode: number;
  /** Folders to remove with it if they are empty. */
  readonly folders: readonly string[];
}

/** Thrown while another process installs; its message is a sentence. */
export class InstallBusy extends Error {
  constructor() {
    super('Another process is installing. Try again once it has finished.');
    this.name = 'InstallBusy';
  }
}

/** Thrown if a file has changed since it was planned; its message is a sentence. */
export class FileChanged extends Error {
  constructor(path: string, sentence = `${path} was changed in the meantime, so nothing was written. Try again.`) {
    super(sentence);
    this.name = 'FileChanged';
  }
}

const journalSchema = z.object({
  /** As `ProcessIdentity`. */
  owner: z.unknown(),
  files: z.array(
    z.object({
      path: z.string(),
      /** SHA-256 of the new content; null if the file is removed. */
      after: z.string().nullable(),
      /** Edit that restores it; null if there was no file. */
      undo: z.object({ at: z.number(), removed: z.string(), added: z.number() }).nullable(),
      mode: z.number(),
      /** Owner of a file to be removed or replaced. */
      owner: z.object({ uid: z.number(), gid: z.number() }).optional(),
    }),
  ),
  /** Created folders, outermost first. */
  made: z.array(z.string()),
});

/** Max bytes of the journal, which contains the replaced texts. */
const maxJournalBytes = 256 * 1024 * 1024;

type Journal = z.infer<typeof journalSchema>;

/** Writes of this process by journal, so that they are not mistaken for those of a killed process. */
const running = new Map<string, Promise<void>>();

/**
 * Writes all files or none: an undo journal is written first; a failure restores everything, as does `recover` after a
 * crash. Each file is written atomically. `onWrite` is called before each file, for tests.
 */
export async function writeFiles(
  journalFile: string,
  changes: readonly FileChange[],
  onWrite: (change: FileChange) => void = () => undefined,
): Promise<void> {
  if (running.has(journalFile)) throw new InstallBusy();
  const writing = writeAll(journalFile, changes, onWrite);
  running.set(journalFile, writing);
  await writing.finally(() => running.delete(journalFile));
}

async function writeAll(
  journalFile: string,
  changes: readonly FileChange[],
  onWrite: (change: FileChange) => void,
): Promise<void> {
  const own = await missingAbove(journalFile);
  const journal: Journal = {
    owner: identifyThisProcess(),
    files: await Promise.all(
      changes.map(async ({ path, before, after, mode }) => ({
        path,
        after: after === undefined ? null : sha256(after),
        undo: before === undefined ? null : undoOf(before, after ?? ''),
        mode,
        owner: await ownerOf(path),
      })),
    ),
    made: [...new Set([...own, ...(await missingFolders(changes))])],
  };
  await begin(journalFile, JSON.stringify(journal));
  // Only files begun here are restored: the others may be the identical result of another process' install.
  let begun = 0;
  try {
    for (const change of changes) {
      onWrite(change);
      await requireUnchanged(change);
      begun += 1;
      // A lost new file is written again by the next install; a person's would be lost in a power cut, so it is synced.
      const { path, after, mode, before } = change;
      const owner = journal.files.find(file => file.path === path)?.owner;
      await write(path, after, mode, owner, before !== undefined).catch(error => {
        if (error.code !== 'EPERM' || error.syscall !== 'chown') throw error;
        throw new FileChanged(path, `${path} belongs to another user, so nothing was written. Its owner can install.`);
      });
    }
  } catch (error) {
    await putBack({ ...journal, files: journal.files.slice(0, begun) }, journalFile);
    throw error;
  }
  await rm(journalFile, { force: true });
  await removeEmpty([...own, ...changes.flatMap(({ folders }) => folders)]);
}

/** True if a killed process had written files. Waits for writes of this process; throws `InstallBusy` for others. */
export async function recover(journalFile: string): Promise<boolean> {
  await running.get(journalFile)?.catch(() => undefined);
  const text = await textOfRegularFile(journalFile, { maxBytes: maxJournalBytes });
  if (text === undefined) return false;
  const journal = parseJournal(text);
  // An incomplete journal means that no file had been written yet.
  if (journal !== undefined) {
    const owner = parseIdentity(JSON.stringify(journal.owner));
    const self = identifyThisProcess();
    if (owner !== undefined && owner.pid !== self.pid && judgeByPid(owner, self) !== 'dead') throw new InstallBusy();
    await putBack(journal, journalFile);
  } else await rm(journalFile, { force: true });
  return journal !== undefined;
}

function parseJournal(text: string): Journal | undefined {
  try {
    return journalSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function begin(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const opened = await open(file, 'wx', 0o600).catch(insteadOf('EEXIST', undefined));
  if (opened === undefined) throw new InstallBusy();
  try {
    await opened.writeFile(text);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function requireUnchanged({ path, before }: FileChange): Promise<void> {
  if ((await textOf(path)) !== before) throw new FileChanged(path);
}

/** Null if it is no regular file or cannot be read as one. */
async function textOf(path: string): Promise<string | undefined | null> {
  const read = await readRegularFile(path);
  if (read === undefined) return undefined;
  if ('problem' in read) return null;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.content);
}

async function ownerOf(path: string): Promise<FileOwner | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

async function write(
  path: string,
  text: string | undefined,
  mode: number,
  owner: FileOwner | undefined,
  sync = true,
): Promise<void> {
  if (text === undefined) await rm(path, { force: true });
  else await writeFileAtomically(path, text, { mode, owner, sync });
}

async function putBack({ files, made }: Journal, journalFile: string): Promise<void> {
  for (const { path, after, undo, mode, owner } of files.toReversed()) {
    await removeDrafts(path);
    // A folder at this path is not ours: we only write files.
    const text = await textOf(path);
    // Not written yet, or changed by someone since.
    if (text === null || (text === undefined ? null : sha256(text)) !== after) continue;
    await write(path, undo === null ? undefined : applyUndo(text ?? '', undo), mode, owner);
  }
  await rm(journalFile, { force: true });
  await removeEmpty(made);
}

/** Removes the drafts that a killed `writeFileAtomically` leaves. */
async function removeDrafts(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => []);
  const name = basename(path);
  for (const each of names) {
    if (each.startsWith(`${name}.`) && /^\.\d+\.[0-9a-f]{8}\.draft$/.test(each.slice(name.length))) {
      await rm(join(dirname(path), each), { force: true });
    }
  }
}

async function missingFolders(changes: readonly FileChange[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const { path, after } of changes) {
    if (after !== undefined) for (const folder of await missingAbove(path)) missing.add(folder);
  }
  return [...missing];
}

async function missingAbove(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const isThere = await readdir(folder).then(() => true, insteadOf('ENOENT', false));
    if (isThere) return missing;
    missing.push(folder);
  }
}

async function removeEmpty(folders: readonly string[]): Promise<void> {
  const unique = [...new Set(folders)].sort((one, other) => other.length - one.length);
  for (const folder of unique) await rmdir(folder).catch(() => undefined);
}
