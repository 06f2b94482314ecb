import { isFresh } from '../../domain/evidence/freshness.js';
import { missingFrom } from '../../domain/evidence/leftOut.js';
import type { JudgedEvidence } from '../../gates/gateSnapshot.js';
import type { WorkTree } from '../../git/workTree.js';

interface Judged {
  readonly hash: string | undefined;
  readonly base: string | undefined;
  readonly tip: string | undefined;
}

/** Adds `missed` to evidence: a changed package's path left out, as in a sparse checkout. Calls git only for partial evidence. */
export async function withMissed(
  workTree: WorkTree,
  proofs: readonly JudgedEvidence[],
  { hash, base, tip }: Judged,
): Promise<readonly JudgedEvidence[]> {
  const isPartial = (proof: JudgedEvidence) => (proof.leftOut ?? []).length > 0 && isFresh(proof, hash);
  if (!proofs.some(isPartial)) return proofs;
  const packages = base === undefined || tip === undefined ? ['.'] : await packagesOf(workTree, base, tip);
  return proofs.map(proof => {
    if (!isPartial(proof)) return proof;
    return {
      ...proof,
      missed: packages.map(folder => missingFrom(folder, proof.leftOut ?? [])).find(path => path !== undefined),
    };
  });
}

async function packagesOf(workTree: WorkTree, base: string, tip: string): Promise<readonly string[]> {
  const { changedPackages } = await import('./changedPackages.js');
  return changedPackages(workTree, base, tip);
}
