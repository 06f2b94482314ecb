import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../platform/files.js';
import type { GitPlace } from './lanePlace.js';

/** Lists patterns in git's own exclude file, those that are missing there, so that such files are never anyone's change. */
export async function excludeFiles({ commonDir }: GitPlace, patterns: readonly string[]): Promise<void> {
  const named = join(commonDir, 'info', 'exclude');
  // A link stays one: what it leads to is written.
  const file = await realpath(named).catch(() => named);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = new Set(text.split(/\r?\n/));
  const missing = patterns.filter(pattern => !lines.has(pattern));
  if (missing.length === 0) return;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await writeFileAtomically(file, `${before}${missing.join('\n')}\n`);
}
