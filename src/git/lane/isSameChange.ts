import { GitFailure } from '../gitFailure.js';
import { isAncestor } from './branches.js';
import type { GitPlace } from './lanePlace.js';
import { changeId } from './patchId.js';
import { simulateMerge } from './simulateMerge.js';

/** Two heads of a branch, one after the other, and the commit that both are meant to come on top of. */
interface RebasedHeads {
  readonly from: string;
  readonly to: string;
  readonly onto: string;
}

/**
 * True when a branch was only rebased, or its commits only arranged otherwise: since it left its base, `to` changes the same lines of
 * the same files as `from` did, and holds nothing but what git makes of `from` on the later base. What was edited meanwhile, or
 * solved in a conflict, is a change; so is it when the base changed the lines around. False where git cannot tell.
 */
export async function isSameChange(place: GitPlace, { from, to, onto }: RebasedHeads): Promise<boolean> {
  try {
    return from === to || (await isRebased(place, { from, to, onto }));
  } catch (error) {
    // A head that was replaced may be gone from git.
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
