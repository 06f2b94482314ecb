import { GitFailure } from '../gitFailure.js';
import { isAncestor } from './branches.js';
import type { GitPlace } from './lanePlace.js';
import { changeId } from './patchId.js';
import { simulateMerge } from './simulateMerge.js';

/** Successive heads of a branch, and the commit that both are meant to be based on. */
interface RebasedHeads {
  readonly from: string;
  readonly to: string;
  readonly onto: string;
}

/**
 * Returns true if a branch was only rebased or its commits rearranged: `to` changes the same lines as `from`, and its tree is
 * git's merge of `from` with the later base. Edits, resolved conflicts and changed surrounding lines count as changes.
 */
export async function isSameChange(place: GitPlace, { from, to, onto }: RebasedHeads): Promise<boolean> {
  try {
    return from === to || (await isRebased(place, { from, to, onto }));
  } catch (error) {
    // Git may have removed a replaced head.
    if (error instanceof GitFailure) return false;
    throw error;
  }
}

async function isRebased(place: GitPlace, { from, to, onto }: RebasedHeads): Promise<boolean> {
  const { git } = place;
  const before = await git.line(['merge-base', onto, from]);
  const after = await git.line(['merge-base', onto, to]);
  if (before === undefined || after === undefined || !(await isAncestor(place, before, after))) return false;
  const tree = await git.text(['rev-parse', `${to}^{tree}`]);
  const expected =
    before === after ? (await git.text(['rev-parse', `${from}^{tree}`])).trim() : await mergedTree(place, after, from);
  if (tree.trim() !== expected) return false;
  const id = await changeId(git, before, from);
  return id !== undefined && id === (await changeId(git, after, to));
}

async function mergedTree(place: GitPlace, base: string, commit: string): Promise<string | undefined> {
  const simulated = await simulateMerge(place, base, commit);
  return simulated.outcome === 'clean' ? simulated.tree : undefined;
}
