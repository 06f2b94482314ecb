import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeFileAtomically } from '../../platform/files.js';
import { readRegularFile } from '../../platform/regularFile.js';

/** Kept in the worktree's git directory: an intent log in the store's folder cannot vouch for itself. */
export const gitDirMarks = {
  /** Id of the lane whose opening makes the worktree, which may be undone. */
  opening: 'stateroom-opening',
  /** Name of the folder to which the worktree was moved for removal. */
  closing: 'stateroom-closing',
} as const;
type GitDirMark = keyof typeof gitDirMarks;

export async function putMark(gitDir: string, mark: GitDirMark, text: string): Promise<void> {
  await writeFileAtomically(join(gitDir, gitDirMarks[mark]), `${text}\n`);
  await syncFolder(gitDir);
}

export async function readMark(gitDir: string, mark: GitDirMark): Promise<string | undefined> {
  const found = await readRegularFile(join(gitDir, gitDirMarks[mark]), { maxBytes: 4096, followsLinks: false }).catch(
    () => undefined,
  );
  return found !== undefined && 'content' in found ? found.content.toString('utf8').replace(/\n$/, '') : undefined;
}

export async function removeMark(gitDir: string, mark: GitDirMark): Promise<void> {
  await rm(join(gitDir, gitDirMarks[mark]), { force: true });
}
