import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfRegularFile } from '../platform/regularFile.js';

/** Content of a reference as files have it, or its absence; undefined if git must be asked. */
export type FoundReference = { readonly value: string } | 'absent' | undefined;

/** Bytes; enough for millions of references. */
const maxPackedBytes = 256 * 1024 * 1024;

const fullId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Part of a name that means the same to git and to every file system. */
const plainPart = /^[\w+-](?:\.?[\w+-])*$/;

/** Reads a branch's commit by full name (`refs/heads/…`, `refs/remotes/…`) from git's files, without starting git. */
export async function readBranch(commonDir: string, ref: string): Promise<FoundReference> {
  const found = await readLoose(commonDir, ref);
  if (found === undefined) return undefined;
  const value = found === 'absent' ? packedIn(await readPacked(commonDir), ref) : found.value;
  if (value === undefined) return 'absent';
  return fullId.test(value) ? { value } : undefined;
}

/** Reads the full name that a symbolic reference below `refs/remotes` points to; these are never packed. */
export async function readSymbolic(commonDir: string, ref: string): Promise<FoundReference> {
  const found = await readLoose(commonDir, ref);
  if (found === undefined || found === 'absent') return found;
  const value = /^ref: (refs\/\S+)$/.exec(found.value)?.[1];
  return value === undefined ? undefined : { value };
}

async function readLoose(commonDir: string, ref: string): Promise<FoundReference> {
  const parts = ref.split('/');
  if (!/^refs\/(heads|remotes)\//.test(ref) || !parts.every(part => plainPart.test(part) && !isLock(part)))
    return undefined;
  if (!(await keepsFiles(commonDir))) return undefined;
  // A folder of branches is not a branch either.
  return textOfRegularFile(join(commonDir, ...parts)).then(
    text => (text === undefined ? 'absent' : { value: text.trim() }),
    () => undefined,
  );
}

/** Returns false if references are stored otherwise, as in tables: then `refs/heads` is not a folder. */
async function keepsFiles(commonDir: string): Promise<boolean> {
  const found = await stat(join(commonDir, 'refs', 'heads')).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

async function readPacked(commonDir: string): Promise<string> {
  return (await textOfRegularFile(join(commonDir, 'packed-refs'), { maxBytes: maxPackedBytes })) ?? '';
}

function packedIn(packed: string, ref: string): string | undefined {
  const end = packed.indexOf(` ${ref}\n`);
  return end === -1 ? undefined : packed.slice(packed.lastIndexOf('\n', end) + 1, end);
}

function isLock(name: string): boolean {
  return name.endsWith('.lock');
}
