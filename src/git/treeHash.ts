import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type GitProcess, splitNul } from './gitProcess.js';
import { ownPaths } from './workTree.js';

/** Where a work tree keeps what hashing needs. */
export interface HashPlace {
  readonly git: GitProcess;
  readonly gitDir: string;
  readonly commonDir: string;
  /** The hash of a submodule's own work tree, and whether it differs from the submodule's HEAD. */
  hashSubmodule(path: string): Promise<{ readonly hash: string; readonly changed: boolean }>;
}

/** A temporary index and a temporary place for objects: git works in them as in the repository's own. */
export interface Scratch {
  readonly index: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Tree hash of the work tree as it stands: what a commit of everything that is tracked or new would hold, without
 * Stateroom's own files. Works on a copy of the index, so that files which have not changed need not be read.
 */
export async function hashWorkTree(place: HashPlace): Promise<string> {
  return inScratch(place.commonDir, async scratch => {
    const { git } = place;
    const { variables } = scratch;
    await copyIndex(join(place.gitDir, 'index'), scratch.index);
    await git.run(['add', '--update'], { variables });
    const untracked = await untrackedFiles(git, variables);
    if (untracked.length > 0) {
      // Filters may hold a file back between the listing and now: what has gone is not there.
      await git.run(['update-index', '--add', '--remove', '-z', '--stdin'], {
        variables,
        input: `${untracked.join('\0')}\0`,
      });
    }
    await markChangedSubmodules(place, variables);
    const tree = (await git.text(['write-tree', '--missing-ok'], { variables })).trim();
    return withoutOwnFiles(git, tree, variables);
  });
}

/** The same hash for what a commit or tree holds. */
export async function hashCommit(git: GitProcess, commonDir: string, commit: string): Promise<string> {
  const tree = (await git.text(['rev-parse', '--verify', `${commit}^{tree}`])).trim();
  const own = await git.text(['ls-tree', '-z', tree, '--', ...ownPaths]);
  if (own === '') return tree;
  return inScratch(commonDir, ({ variables }) => withoutOwnFiles(git, tree, variables));
}

/** New files that are not ignored, without Stateroom's own; repositories within this one are their own. */
export async function untrackedFiles(
  git: GitProcess,
  variables: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const listed = await git.text(['ls-files', '--others', '--exclude-standard', '-z'], { variables });
  return splitNul(listed).filter(path => !path.endsWith('/') && !isOwnPath(path));
}

/** True for what Stateroom writes itself. */
export function isOwnPath(path: string): boolean {
  return ownPaths.some(own => path === own || path.startsWith(`${own}/`));
}

/** Runs `work` with a scratch index and object store in a temporary folder; nothing of it stays. */
export async function inScratch<T>(commonDir: string, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'stateroom-tree-'));
  const index = join(folder, 'index');
  const objects = join(commonDir, 'objects');
  try {
    return await work({
      index,
      variables: {
        GIT_INDEX_FILE: index,
        GIT_OBJECT_DIRECTORY: folder,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.includes(delimiter) ? JSON.stringify(objects) : objects,
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Git takes an entry for changed whose file is not older than the index: a copy that looked younger than it is would
 * hide an edit of the last moment.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const seconds = Math.floor(mtimeMs) / 1000;
    await utimes(to, seconds, seconds);
  } catch (error) {
    // Nothing was ever staged.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * A superproject's tree names the commit of each submodule, so that edits in one would go unseen. A submodule that holds
 * something else than its commit is entered with the hash of what it holds.
 */
async function markChangedSubmodules(
  { git, hashSubmodule }: HashPlace,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const listed = await git.text(['ls-files', '--stage', '-z'], { variables });
  if (!listed.includes('160000 ')) return;
  const marks: string[] = [];
  for (const entry of splitNul(listed)) {
    const path = /^160000 [0-9a-f]+ 0\t([\s\S]+)$/.exec(entry)?.[1];
    if (path === undefined) continue;
    const { hash, changed } = await hashSubmodule(path);
    if (changed) marks.push(`160000 ${hash} 0\t${path}\0`);
  }
  if (marks.length === 0) return;
  await git.run(['update-index', '-z', '--index-info'], { variables, input: marks.join('') });
}

/** The tree without the top entries that are Stateroom's own. */
async function withoutOwnFiles(
  git: GitProcess,
  tree: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const entries = splitNul(await git.text(['ls-tree', '-z', tree], { variables }));
  const kept = entries.filter(entry => !isOwnPath(entry.slice(entry.indexOf('\t') + 1)));
  if (kept.length === entries.length) return tree;
  const input = kept.map(entry => `${entry}\0`).join('');
  return (await git.text(['mktree', '-z', '--missing'], { variables, input })).trim();
}
