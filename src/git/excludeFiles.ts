import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { refusalError } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';
import { type FileOwner, writeFileAtomically } from '../platform/files.js';
import { insteadOf } from '../platform/insteadOf.js';
import { leadsOut } from '../platform/leadsOut.js';
import { readRegularFile } from '../platform/regularFile.js';

/**
 * Adds to `info/exclude`. Refuses, with the missing lines, an irregular file or a link out of the git directory, which may
 * come with the folder; reads through such a link, like git.
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
  // Latin-1: file names may have any encoding.
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
