import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfRegularFile } from '../platform/regularFile.js';

/** Content or absence of a reference in files; undefined if only git can answer. */
export type FoundReference = { readonly value: string } | 'absent' | undefined;

/** Enough for millions of references. */
const maxPackedBytes = 256 * 1024 * 1024;

const fullId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Name part with the same meaning in git and every file system. */
const plainPart = /^[\w+-](?:\.?[\w+-])*$/;

/** Reads a commit by full name (`refs/heads/…`, `refs/remotes/…`), without starting git. */
export async function readBranch(commonDir: string, ref: string): Promise<FoundReference> {
  const found = await readLoose(commonDir, ref);
  if (found === undefined) return undefined;
  const value = found === 'absent' ? packedIn(await readPacked(commonDir), ref) : found.value;
  if (value === undefined) return 'absent';
  return fullId.test(value) ? { value } : undefined;
}

/** Reads the target of a symbolic reference below `refs/remotes`; these are never packed. */
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
  // A folder of branches is not a branch.
  return textOfRegularFile(join(commonDir, ...parts)).then(
    text => (text === undefined ? 'absent' : { value: text.trim() }),
    () => undefined,
  );
}

/** Returns false for other storage, as in tables: then `refs/heads` is no folder. */
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
