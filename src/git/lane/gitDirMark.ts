import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeFileAtomically } from '../../platform/files.js';
import { readRegularFile } from '../../platform/regularFile.js';

/** Files in the git directory of a worktree, which is not in the store's folder: an intent log there cannot vouch for itself. */
export const gitDirMarks = {
  /** The id of the lane whose opening makes the worktree, so that what is in it may be undone. */
  opening: 'stateroom-opening',
  /** The name of the folder that the worktree was moved to, to be removed. */
  closing: 'stateroom-closing',
} as const;
type GitDirMark = keyof typeof gitDirMarks;

/** Notes it on disk. */
export async function putMark(gitDir: string, mark: GitDirMark, text: string): Promise<void> {
  await writeFileAtomically(join(gitDir, gitDirMarks[mark]), `${text}\n`);
  await syncFolder(gitDir);
}

/** The text of the mark; undefined if the file does not exist. */
export async function readMark(gitDir: string, mark: GitDirMark): Promise<string | undefined> {
  const found = await readRegularFile(join(gitDir, gitDirMarks[mark]), { maxBytes: 4096, followsLinks: false }).catch(
    () => undefined,
  );
  return found !== undefined && 'content' in found ? found.content.toString('utf8').replace(/\n$/, '') : undefined;
}

export async function removeMark(gitDir: string, mark: GitDirMark): Promise<void> {
  await rm(join(gitDir, gitDirMarks[mark]), { force: true });
}
