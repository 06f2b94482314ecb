import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../platform/temporaryFolder.js';
import type { GitProcess } from '../gitProcess.js';
import type { GitPlace } from './lanePlace.js';
import { type FileChange, listChanges } from './listChanges.js';
import { simulateMerge } from './simulateMerge.js';

interface ChangesSinceReview {
  /** Full id of a commit with the reviewed changes on the lane's present base. */
  readonly from: string;
  readonly head: string;
  readonly files: readonly FileChange[];
  /** Paths in conflict with the new base; `from` has the base's files there. */
  readonly conflicts: readonly string[];
}

/**
 * Returns changes since a reviewed commit, up to HEAD with `committed`. If the lane has moved to a later base since, the
 * reviewed changes are replayed on that one, to leave out the work of others there. Undefined without a common commit;
 * `unsupported` before git 2.38.
 */
export async function changesSinceReview(
  place: GitPlace,
  directory: string,
  { base, reviewed, committed }: { readonly base: string; readonly reviewed: string; readonly committed: boolean },
): Promise<ChangesSinceReview | 'unsupported' | undefined> {
  const git = place.gitIn(directory);
  const head = await git.line(['rev-parse', 'HEAD']);
  const now = head && (await git.line(['merge-base', head, base]));
  const then = await git.line(['merge-base', reviewed, base]);
  if (head === undefined || now === undefined || then === undefined) return undefined;
  const from = now === then ? { commit: reviewed, conflicts: [] } : await replay(place, now, reviewed);
  if (from === 'unsupported') return from;
  const files = await listChanges(git, from.commit, committed ? head : undefined);
  return { from: from.commit, head, files, conflicts: from.conflicts };
}

/** Makes an unreferenced commit with the reviewed changes on another commit of the base; deterministic. */
async function replay(place: GitPlace, onto: string, reviewed: string) {
  const { git } = place;
  const merged = await simulateMerge(place, onto, reviewed);
  if (merged.outcome === 'unsupported') return merged.outcome;
  const conflicts = merged.outcome === 'clean' ? [] : merged.paths;
  const tree = await withFilesOf(git, merged.tree, onto, conflicts);
  const who = { NAME: 'Stateroom', EMAIL: 'stateroom@localhost', DATE: '1000000000 +0000' };
  const variables = Object.fromEntries(
    Object.entries(who).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  );
  const parents = ['-p', onto, '-p', reviewed];
  const args = ['-c', 'commit.gpgSign=false', 'commit-tree', tree, ...parents, '-m', 'What was reviewed'];
  return { commit: (await git.text(args, { variables })).trim(), conflicts };
}

async function withFilesOf(git: GitProcess, tree: string, commit: string, paths: readonly string[]): Promise<string> {
  if (paths.length === 0) return tree;
  const folder = await makeTemporaryFolder('reviewed');
  const variables = { GIT_INDEX_FILE: join(folder, 'index') };
  try {
    await git.run(['read-tree', tree], { variables });
    const gone = paths.map(path => `0 ${'0'.repeat(tree.length)}\t${path}\0`).join('');
    const theirs = await git.text(['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...paths]);
    // Removes all paths first: a file may replace a folder.
    await git.run(['update-index', '-z', '--index-info'], { variables, input: gone + theirs });
    return (await git.text(['write-tree'], { variables })).trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
