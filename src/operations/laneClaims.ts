import { formatRef } from '../domain/identifier/identifier.js';
import type { LaneClaim } from '../domain/lane/laneClaim.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { isOwned } from '../domain/lane/ownedPath.js';
import { isOwnPath } from '../git/treeHash.js';
import type { Context } from '../records/context.js';

const keptName = 'claims';

interface KeptClaims {
  readonly version: 2;
  /** What the store's commits were marked with. */
  readonly mark: string;
  readonly claims: readonly LaneClaim[];
}

/**
 * What the open lanes claim. Kept next to the store as long as nothing is committed, because hooks and agents ask before each
 * edit and opening the store takes longer than everything else; throws what the store throws.
 */
export async function readClaims({ store, lanes }: Context): Promise<readonly LaneClaim[]> {
  const mark = store.commitMark();
  if (mark === undefined) return [];
  const kept = readKept(await lanes?.cache.read(keptName));
  if (kept?.mark === mark) return kept.claims;
  const claims = await store.read(async transaction =>
    (await transaction.lanes.list(['planned', 'active', 'blocked', 'review'])).map(claimOf),
  );
  await lanes?.cache.write(keptName, JSON.stringify({ version: 2, mark, claims } satisfies KeptClaims));
  return claims;
}

/** What a lane claims. */
export function claimOf(row: LaneRow): LaneClaim {
  return {
    called: `${formatRef('lane', row.number)} (${row.name})`,
    lane: row.name,
    id: row.id,
    kind: row.kind,
    status: row.status,
    branch: row.branch,
    directory: row.worktree_path,
    owned: JSON.parse(row.owned_paths) as string[],
    gitWrites: row.git_writes,
  };
}

/** What events name a lane by. */
export function namesOf({ called, lane }: Pick<LaneClaim, 'called' | 'lane'>): { ref: string; name: string } {
  return { ref: called.split(' ')[0] ?? called, name: lane };
}

/** Those of these paths that a lane with these globs does not own; none where it owns the whole repository. */
export function pathsOutside(owned: readonly string[], paths: readonly string[]): string[] {
  return owned.length === 0 ? [] : paths.filter(path => !isOwned(path, owned) && !isOwnPath(path));
}

function readKept(text: string | undefined): KeptClaims | undefined {
  try {
    const kept = JSON.parse(text ?? '') as KeptClaims;
    return kept.version === 2 && Array.isArray(kept.claims) ? kept : undefined;
  } catch {
    return undefined;
  }
}
