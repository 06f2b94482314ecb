import { findingLimits } from '../../../domain/finding/findingRow.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import { placedFinding } from '../problems/placedFinding.js';
import type { Revision } from '../repository/revision.js';
import type { Repository } from '../repository.js';

/** Locates findings in the files of a commit, seen from a worktree; empty without a commit. */
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

/** Returns true if a finding is in this file, on its lines or above it. */
export function isIn(places: readonly PlacedFinding[], id: string, path: string): boolean {
  return places.some(({ finding, place }) => finding.id === id && place.path === path && !place.outdated);
}

/** Side that shows a finding's thread: with its lines; else above the file, on the head side unless it is deleted. */
export function sideOf(isOnHead: boolean, isOnBase: boolean, headCommit: string): Revision['side'] {
  return isOnHead || (!isOnBase && headCommit !== '') ? 'head' : 'base';
}
