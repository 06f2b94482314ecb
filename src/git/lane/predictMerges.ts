import { GitFailure } from '../gitFailure.js';
import type { GitProcess } from '../gitProcess.js';
import { inScratch } from '../treeHash.js';
import { mergeTrees } from './simulateMerge.js';

/** Conflicting files, empty for a clean merge; `unknown` without support in git or a common history. */
export type MergePrediction = readonly string[] | 'unknown';

/** Merges pairs in temporary objects, by the attributes of the worktree of `git`; with one process if git can. */
export async function predictMerges(
  git: GitProcess,
  commonDir: string,
  pairs: readonly (readonly [one: string, other: string])[],
): Promise<MergePrediction[]> {
  if (pairs.length === 0) return [];
  return inScratch(commonDir, async ({ variables }) => {
    const input = pairs.map(pair => `${pair.join(' ')}\n`).join('');
    const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '--stdin'];
    try {
      const predicted = readPredictions(await git.text(args, { input, variables }));
      if (predicted.length === pairs.length) return predicted;
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
    }
    // Git is older than 2.39, or one pair failed for all.
    const apart: MergePrediction[] = [];
    for (const [one, other] of pairs) apart.push(await predictOne(git, variables, one, other));
    return apart;
  });
}

async function predictOne(
  git: GitProcess,
  variables: Readonly<Record<string, string>>,
  one: string,
  other: string,
): Promise<MergePrediction> {
  try {
    const simulated = await mergeTrees({ git, variables }, one, other);
    if (simulated.outcome === 'unsupported') return 'unknown';
    return simulated.outcome === 'clean' ? [] : simulated.paths;
  } catch (error) {
    if (error instanceof GitFailure) return 'unknown';
    throw error;
  }
}

/** Each merge: status, tree and conflicting files, all NUL-terminated, and one more NUL. */
function readPredictions(text: string): string[][] {
  const predicted: string[][] = [];
  let current: string[] = [];
  for (const field of text.split('\0')) {
    if (field !== '') {
      current.push(field);
      continue;
    }
    if (current.length > 1) predicted.push([...new Set(current.slice(2))]);
    current = [];
  }
  return predicted;
}
