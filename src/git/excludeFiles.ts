import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { refusalError } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';
import { type FileOwner, writeFileAtomically } from '../platform/files.js';
import { insteadOf } from '../platform/insteadOf.js';
import { leadsOut } from '../platform/leadsOut.js';
import { readRegularFile } from '../platform/regularFile.js';

/**
 * Adds missing patterns to git's own exclude file, so that such files are never changes in this clone. A link out of the git directory is
 * followed to read, as git does, but not to write: it may have come with the folder and lead to any file of the person's. Throws a refusal
 * that names the lines, with nothing written, if some are missing there, and if it is not a regular file.
 */
export async function excludeFiles(
  { commonDir }: { readonly commonDir: string },
  patterns: readonly string[],
): Promise<void> {
  const named = join(commonDir, 'info', 'exclude');
  const file = await placeOf(await realpath(commonDir));
  // Outside of the git directory, an unreadable file counts as empty.
  const read = await (file === undefined
    ? readRegularFile(named).catch(insteadOf('EACCES EPERM', undefined))
    : readRegularFile(file));
  // One character per byte: its names may be of any encoding.
  const text = read === undefined || 'problem' in read ? '' : read.content.toString('latin1');
  const lines = new Set(text.split(/\r?\n/));
  const missing = patterns.filter(pattern => !lines.has(Buffer.from(pattern).toString('latin1')));
  if (missing.length === 0) return;
  if (file === undefined || (read !== undefined && 'problem' in read)) {
    throw refusalError('conflict', message('git.excludeElsewhere', { file: named }), {
      hint: message('git.excludeElsewhereHint', { lines: missing.join(' ') }),
    });
  }
  const added = missing.map(pattern => Buffer.from(pattern).toString('latin1'));
  await mkdir(dirname(file), { recursive: true });
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const bytes = Buffer.from(`${before}${added.join('\n')}\n`, 'latin1');
  await writeFileAtomically(file, bytes, await modeAndOwner(file));
}

/** Resolves links in the git directory; undefined for one that leads out of it or nowhere. */
async function placeOf(commonDir: string): Promise<string | undefined> {
  const folder = join(commonDir, 'info');
  const file = join(folder, 'exclude');
  for (const path of [file, folder]) {
    const real = await realpath(path).catch(() => undefined);
    if (real !== undefined) {
      const found = path === file ? real : join(real, 'exclude');
      return leadsOut(relative(commonDir, found)) ? undefined : found;
    }
    if ((await lstat(path).catch(() => undefined)) !== undefined) return undefined;
  }
  return file;
}

async function modeAndOwner(path: string): Promise<{ mode?: number; owner?: FileOwner }> {
  const found = await lstat(path).catch(() => undefined);
  return found === undefined ? {} : { mode: found.mode & 0o777, owner: found };
}
