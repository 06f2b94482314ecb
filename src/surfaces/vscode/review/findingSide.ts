import { findingLimits } from '../../../domain/finding/findingRow.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import { placedFinding } from '../problems/placedFinding.js';
import type { Revision } from '../repository/revision.js';
import type { Repository } from '../repository.js';

/** Where findings are in the files of a commit, seen from a worktree; nowhere in those of none. */
export async function locateAt(
  repository: Repository,
  top: string,
  ids: readonly string[],
  commit: string,
): Promise<readonly PlacedFinding[]> {
  const places: PlacedFinding[] = [];
  if (commit === '') return places;
  for (let first = 0; first < ids.length; first += findingLimits.batch) {
    const some = ids.slice(first, first + findingLimits.batch);
    const located = await repository.invoke(findingLocate, { ids: some, commit }, { folder: top });
    if (!isRefusal(located)) places.push(...located.places.map(placedFinding));
  }
  return places;
}

/** True where a finding is in this file, on its lines or above it. */
export function isIn(places: readonly PlacedFinding[], id: string, path: string): boolean {
  return places.some(({ finding, place }) => finding.id === id && place.path === path && !place.outdated);
}

/**
 * The side of a file's diff on which a finding is a thread: the lane's where its lines are there, else the base's. One whose lines
 * are on neither is above the file: on the lane's side, or on the base's where the lane has deleted the file.
 */
export function sideOf(isOnHead: boolean, isOnBase: boolean, headCommit: string): Revision['side'] {
  return isOnHead || (!isOnBase && headCommit !== '') ? 'head' : 'base';
}
