import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { insteadOf } from '../platform/insteadOf.js';
import type { WorkTree } from './workTree.js';

/** The main worktree of a repository; undefined for a bare one, and where its git directory is elsewhere. */
export function mainWorkTree(workTree: WorkTree): WorkTree | undefined {
  return basename(workTree.commonDir) === '.git' ? workTree.at(dirname(workTree.commonDir)) : undefined;
}

/** When a file of the worktree was written, ms UTC; undefined if it does not exist. */
export async function timeOfFile({ root }: WorkTree, path: string): Promise<number | undefined> {
  const found = await stat(join(root, path)).catch(() => undefined);
  return found?.mtimeMs;
}

/** Lets git ignore a path of the repository in this clone alone; a file that is tracked stays so. */
export async function ignoreHere({ commonDir }: WorkTree, path: string): Promise<void> {
  const file = join(commonDir, 'info', 'exclude');
  const line = `/${path}`;
  // Bytes, one character each: the names in it may be of any encoding.
  const text = await readFile(file, 'latin1').catch(insteadOf('ENOENT', ''));
  if (text.split(/\r?\n/).includes(line)) return;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
}
