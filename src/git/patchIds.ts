import type { GitProcess } from './gitProcess.js';

/** So that neither the user's settings nor a rename's likeness change what a patch is; binary files count by their ids. */
const asPatch = ['-r', '-p', '--root', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv'];

/**
 * What each commit changes, as an id that stays the same on another parent, at other lines and with another message, by
 * the commit's full id. Merges and commits that change nothing have none. Two processes, however many commits.
 */
export async function patchIdsOf(git: GitProcess, commits: readonly string[]): Promise<Map<string, string>> {
  if (commits.length === 0) return new Map();
  return readIds(git, await git.text(['diff-tree', '--stdin', ...asPatch], { input: `${commits.join('\n')}\n` }));
}

/** The same for all that lies between two commits, as if it were one; undefined when nothing does. */
export async function patchIdBetween(git: GitProcess, from: string, to: string): Promise<string | undefined> {
  const patch = await git.text(['diff-tree', ...asPatch, from, to, '--']);
  return patch === '' ? undefined : (await readIds(git, `${to}\n${patch}`)).get(to);
}

async function readIds(git: GitProcess, patches: string): Promise<Map<string, string>> {
  const lines = (await git.text(['patch-id', '--stable'], { input: patches })).split('\n');
  return new Map(
    lines.flatMap(line => {
      const [id, commit] = line.trim().split(' ');
      return id === undefined || commit === undefined ? [] : [[commit, id] as const];
    }),
  );
}
