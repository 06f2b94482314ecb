import { type GitProcess, splitNul } from '../gitProcess.js';
import { readBlobs } from '../readBlobs.js';
import { withRawGit } from '../rescue/rawGit.js';
import { isSecretName, isSecretText, maxSecretLength } from '../rescue/secretFile.js';
import type { LanePlace } from './lanePlace.js';

interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
  readonly size: number;
}

/** Combines trees, later over earlier ones. Changed files that look like secrets are as in `base` or missing, and `leftOut`. */
export async function treeWithoutSecrets(
  { git, commonDir }: LanePlace,
  base: string | undefined,
  trees: readonly string[],
): Promise<{ readonly tree: string; readonly leftOut: string[] }> {
  const before = base === undefined ? new Map<string, Entry>() : await entriesOf(git, [base]);
  const entries = await entriesOf(git, trees);
  const changed = [...entries.values()].filter(
    ({ path, mode, id }) => /^100/.test(mode) && before.get(path)?.id !== id,
  );
  const isNamedSecret = ({ path }: Entry): boolean => isSecretName(path);
  const read = changed.filter(entry => !isNamedSecret(entry) && entry.size <= maxSecretLength);
  const texts = await readBlobs(
    git,
    read.map(({ id }) => id),
  );
  const secrets = changed.filter(entry => isNamedSecret(entry) || isSecretText(texts.get(entry.id) ?? ''));
  const [only] = trees;
  if (secrets.length === 0 && trees.length === 1 && only !== undefined) return { tree: only, leftOut: [] };
  for (const { path } of secrets) {
    const old = before.get(path);
    if (old === undefined) entries.delete(path);
    else entries.set(path, old);
  }
  const sha256 = only?.length === 64;
  const tree = await withRawGit({ git, commonDir, sha256 }, raw =>
    raw.treeOfEntries([...entries.values()].map(({ path, mode, id }) => `${mode} ${id} 0\t${path}`)),
  );
  return { tree, leftOut: secrets.map(({ path }) => path).sort() };
}

async function entriesOf(git: GitProcess, trees: readonly string[]): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  for (const tree of trees) {
    for (const line of splitNul(await git.text(['ls-tree', '-r', '-l', '-z', '--full-tree', tree]))) {
      const [, mode = '', id = '', size, path = ''] = /^(\d+) \S+ ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line) ?? [];
      found.set(path, { path, mode, id, size: Number(size) });
    }
  }
  return found;
}
