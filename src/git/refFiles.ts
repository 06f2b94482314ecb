import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfRegularFile } from '../platform/regularFile.js';

/** What the files say of a reference: what it holds, that there is none, or undefined: then git must be asked. */
export type FoundReference = { readonly value: string } | 'absent' | undefined;

/** Millions of references. */
const maxPackedBytes = 256 * 1024 * 1024;

const fullId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A part of a name that means the same to git and to every file system. */
const plainPart = /^[\w+-](?:\.?[\w+-])*$/;

/**
 * The commit of a branch, here or as last seen at a remote, by its full name (`refs/heads/…`, `refs/remotes/…`), read from
 * git's files without starting git.
 */
export async function readBranch(commonDir: string, ref: string): Promise<FoundReference> {
  const found = await readLoose(commonDir, ref);
  if (found === undefined) return undefined;
  const value = found === 'absent' ? packedIn(await readPacked(commonDir), ref) : found.value;
  if (value === undefined) return 'absent';
  return fullId.test(value) ? { value } : undefined;
}

/** The full name that a symbolic reference below `refs/remotes` points to; such a one is never packed. */
export async function readSymbolic(commonDir: string, ref: string): Promise<FoundReference> {
  const found = await readLoose(commonDir, ref);
  if (found === undefined || found === 'absent') return found;
  const value = /^ref: (refs\/\S+)$/.exec(found.value)?.[1];
  return value === undefined ? undefined : { value };
}

/** The text of a reference's own file. */
async function readLoose(commonDir: string, ref: string): Promise<FoundReference> {
  const parts = ref.split('/');
  if (!/^refs\/(heads|remotes)\//.test(ref) || !parts.every(part => plainPart.test(part) && !isLock(part)))
    return undefined;
  if (!(await keepsFiles(commonDir))) return undefined;
  // A folder in which branches are is no branch either.
  return textOfRegularFile(join(commonDir, ...parts)).then(
    text => (text === undefined ? 'absent' : { value: text.trim() }),
    () => undefined,
  );
}

/** False where references are kept in another way, as in tables: then `refs/heads` is not a folder. */
async function keepsFiles(commonDir: string): Promise<boolean> {
  const found = await stat(join(commonDir, 'refs', 'heads')).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

async function readPacked(commonDir: string): Promise<string> {
  return (await textOfRegularFile(join(commonDir, 'packed-refs'), { maxBytes: maxPackedBytes })) ?? '';
}

/** A line is an id, a space and the name. */
function packedIn(packed: string, ref: string): string | undefined {
  const end = packed.indexOf(` ${ref}\n`);
  return end === -1 ? undefined : packed.slice(packed.lastIndexOf('\n', end) + 1, end);
}

/** Git's own name for a file that is being written. */
function isLock(name: string): boolean {
  return name.endsWith('.lock');
}
