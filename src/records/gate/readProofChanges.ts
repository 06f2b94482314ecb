import {
  blobsOfProof,
  noProofChanges,
  type ProofChanges,
  proofChanges,
  proofGlobs,
} from '../../domain/proofChange/proofChanges.js';
import type { WorkTree } from '../../git/workTree.js';

/** Returns the branch's changes to what these commands run. Calls git once, or twice for settings that count in part. */
export async function readProofChanges(
  workTree: WorkTree,
  base: string,
  tip: string,
  commands: readonly string[],
): Promise<ProofChanges> {
  const patch = await workTree.patch(base, tip, proofGlobs(commands));
  if (patch === '') return noProofChanges;
  return proofChanges(patch, commands, await workTree.readBlobs(blobsOfProof(patch)));
}
