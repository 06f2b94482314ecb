import { GitFailure } from '../gitFailure.js';
import type { GitProcess } from '../gitProcess.js';
import { inScratch } from '../treeHash.js';
import { mergeTrees } from './simulateMerge.js';

/** Files with conflicts, none when it goes; `unknown` where this git cannot tell, and for commits that share no past. */
export type MergePrediction = readonly string[] | 'unknown';

/**
 * Merges pairs of commits in objects of which nothing stays, by the attributes of the worktree that `git` is opened in; all
 * of them by one process where git can.
 */
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
    // Git older than 2.39, or one pair spoils it for all.
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

/** Each merge is a status, a tree and the files with conflicts, every one ended by NUL, and one NUL more. */
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
