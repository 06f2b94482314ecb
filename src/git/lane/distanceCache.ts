import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileCache } from '../../platform/fileCache.js';
import type { GitProcess } from '../gitProcess.js';
import { readBranch } from '../refFiles.js';
import { type BranchDistance, type BranchPair, branchDistances } from './branchDistances.js';

export interface DistancePlace {
  readonly git: GitProcess;
  readonly commonDir: string;
  readonly kept: FileCache;
}

const keptName = 'distances';
const maxKept = 500;

/**
 * The same as `branchDistances`, kept under the commits of branch and base: while no branch moves no git is started. By branch;
 * those that are not there, or have no base, are left out.
 */
export async function distanceCache(
  { git, commonDir, kept }: DistancePlace,
  pairs: readonly BranchPair[],
): Promise<ReadonlyMap<string, BranchDistance>> {
  // What is behind a commit changes where a clone is deepened.
  const keys = existsSync(join(commonDir, 'shallow')) ? undefined : await keysOf(commonDir, pairs);
  if (keys === undefined) return branchDistances(git, pairs);
  const known = readKept(await kept.read(keptName));
  const missing = pairs.filter(({ branch }) => {
    const key = keys.get(branch);
    return key !== undefined && !known.has(key);
  });
  if (missing.length > 0) {
    for (const [branch, distance] of await branchDistances(git, missing)) known.set(keys.get(branch) ?? '', distance);
    // Those of lanes that nobody asked for now stay too, until there are many.
    const asked = new Set(keys.values());
    const ordered = [...known].sort(([one], [other]) => Number(asked.has(other)) - Number(asked.has(one)));
    await kept.write(
      keptName,
      JSON.stringify({ version: 1, distances: ordered.slice(0, Math.max(maxKept, asked.size)) }),
    );
  }
  return new Map(
    [...keys].flatMap(([branch, key]) => {
      const distance = known.get(key);
      return distance === undefined ? [] : [[branch, distance] as const];
    }),
  );
}

/** The commits that a distance depends on, by branch; undefined when git must be asked where a branch stands. */
async function keysOf(
  commonDir: string,
  pairs: readonly BranchPair[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const found = new Map<string, string | undefined>();
  const commitOf = async (ref: string): Promise<string | undefined> => {
    if (found.has(ref)) return found.get(ref);
    const answer = await readBranch(commonDir, ref);
    if (answer === undefined) throw new Unreadable();
    const commit = answer === 'absent' ? undefined : answer.value;
    found.set(ref, commit);
    return commit;
  };
  const keys = new Map<string, string>();
  try {
    for (const { branch, base } of pairs) {
      const tip = await commitOf(`refs/heads/${branch}`);
      const local = await commitOf(`refs/heads/${base}`);
      const remote = await commitOf(`refs/remotes/origin/${base}`);
      if (tip !== undefined && (local ?? remote) !== undefined)
        keys.set(branch, `${tip} ${local ?? ''} ${remote ?? ''}`);
    }
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  return keys;
}

class Unreadable extends Error {}

function isDistance(entry: unknown): entry is [string, BranchDistance] {
  const [key, distance] = Array.isArray(entry) ? (entry as unknown[]) : [];
  const { ahead, behind } = (distance ?? {}) as Partial<BranchDistance>;
  return typeof key === 'string' && Number.isSafeInteger(ahead) && Number.isSafeInteger(behind);
}

function readKept(text: string | undefined): Map<string, BranchDistance> {
  try {
    const written = JSON.parse(text ?? '') as { version: number; distances: [string, BranchDistance][] };
    return new Map(written.version === 1 ? written.distances.filter(isDistance) : []);
  } catch {
    return new Map();
  }
}
