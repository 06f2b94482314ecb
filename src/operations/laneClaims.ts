import { claimOf, type LaneClaim } from '../domain/lane/laneClaim.js';
import { isOwned } from '../domain/lane/ownedPath.js';
import { isOwnPath } from '../git/treeHash.js';
import type { Context } from '../records/context.js';
import { cachedUntilCommit } from './cachedUntilCommit.js';
import type { ViolatedLane } from './recordViolations.js';

/** Claims of the open lanes; throws the store's errors. */
export async function readClaims(context: Context): Promise<readonly LaneClaim[]> {
  const claims = await cachedUntilCommit(context, { name: 'claims', version: 2 }, async transaction =>
    (await transaction.lanes.list(['planned', 'active', 'blocked', 'review'])).map(claimOf),
  );
  return claims ?? [];
}

/** Claims with current worktrees: a lane whose branch is checked out here has this one, whatever its row names. */
export async function readClaimsHere(context: Context): Promise<readonly LaneClaim[]> {
  const { workTree } = context;
  const claims = await readClaims(context);
  if (workTree === undefined || claims.length === 0) return claims;
  const { root } = workTree;
  if (claims.some(({ directory }) => directory === root)) return claims;
  const { branch } = await workTree.head();
  return claims.map(claim => (claim.branch === branch ? { ...claim, directory: root } : claim));
}

/** Lane names in events. */
export function namesOf({ called, lane }: Pick<LaneClaim, 'called' | 'lane'>): { ref: string; name: string } {
  return { ref: called.split(' ')[0] ?? called, name: lane };
}

/** Lane to record for a change: the writing one, with the owner only if it has no owned paths; outside, the owner. */
export function violatedBy(lane: LaneClaim, owner: LaneClaim | undefined): ViolatedLane {
  if (lane === owner) return { ...namesOf(lane), rule: 'owned' };
  const named = owner === undefined || lane.owned.length > 0 ? {} : { owner: namesOf(owner).ref };
  return { ...namesOf(lane), rule: 'outside', ...named };
}

/** Paths not owned by a lane with these globs; none if it owns the whole repository. */
export function pathsOutside(owned: readonly string[], paths: readonly string[]): string[] {
  return owned.length === 0 ? [] : paths.filter(path => !isOwned(path, owned) && !isOwnPath(path));
}
