import { readRawDiff } from '../gitOutput.js';
import type { GitProcess } from '../gitProcess.js';
import { withIndexCopy } from '../indexCopy.js';
import { isOwnPath, untrackedFiles } from '../treeHash.js';
import type { PathChange } from '../workTree.js';

export interface FileChange extends PathChange {
  /** Full id at HEAD; null if HEAD lacks it. */
  readonly blob: string | null;
  /** `linguist-generated` in `.gitattributes`; undefined if unspecified. */
  readonly isGenerated: boolean | undefined;
}

/** Lists changes since a commit, or between two, sorted by path; includes uncommitted and new files without `to`. */
export async function listChanges(git: GitProcess, commit: string, to?: string): Promise<FileChange[]> {
  const diff = async (words: readonly string[], variables = {}) =>
    readRawDiff(
      await git.text(
        ['diff', '--raw', '-z', '--no-abbrev', '--ignore-submodules=all', '--no-ext-diff', ...words, '--'],
        { variables },
      ),
    );
  const renames = ['--find-renames', commit];
  const [tracked, committed, untracked] = await Promise.all([
    to === undefined ? withIndexCopy(git, variables => diff(renames, variables)) : diff([...renames, to]),
    diff(['--no-renames', commit, 'HEAD']),
    to === undefined ? untrackedFiles(git) : [],
  ]);
  const byPath = new Map<string, PathChange>(
    tracked.map(({ before: _before, after: _after, ...change }) => [change.path, change]),
  );
  for (const path of untracked) byPath.set(path, { path, kind: byPath.has(path) ? 'edit' : 'add' });
  // Without a committed change, a file at HEAD is as before; the id before a rename is that of the other path.
  const atHead = new Map(tracked.map(({ path, kind, before }) => [path, kind === 'rename' ? null : before]));
  for (const { path, after } of committed) atHead.set(path, after);
  const changes = [...byPath.values()]
    .filter(({ path }) => !isOwnPath(path))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
  const generated = await generatedFiles(
    git,
    changes.map(({ path }) => path),
  );
  return changes.map(change => ({
    ...change,
    blob: atHead.get(change.path) ?? null,
    isGenerated: generated.get(change.path),
  }));
}

async function generatedFiles(git: GitProcess, paths: readonly string[]): Promise<Map<string, boolean>> {
  if (paths.length === 0) return new Map();
  const input = paths.map(path => `${path}\0`).join('');
  // Path, attribute, value; a value may be empty.
  const parts = (await git.text(['check-attr', '-z', '--stdin', 'linguist-generated'], { input })).split('\0');
  const said = new Map<string, boolean>();
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [path = '', , value = ''] = parts.slice(at, at + 3);
    if (value !== 'unspecified') said.set(path, value === 'set' || value === 'true');
  }
  return said;
}
