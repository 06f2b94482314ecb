import type { z } from 'zod';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { FindingPlace, PlacedFinding } from '../../../present/findingPlace.js';
import type { Repository } from '../repository.js';

type Located = z.output<(typeof findingLocate)['output']>['places'][number];

export function placedFinding({ finding, path, lineStart, lineEnd, outdated }: Located): PlacedFinding {
  const lines = lineStart === null ? null : { start: lineStart, end: lineEnd ?? lineStart };
  return { finding, place: { path, lines, outdated } };
}

/** Returns a finding's location in the repository's worktree; undefined if unknown, as in Restricted Mode. */
export async function locateFinding(repository: Repository, ref: string): Promise<FindingPlace | undefined> {
  const located = await repository.invoke(findingLocate, { ids: [ref] });
  return isRefusal(located) ? undefined : located.places.map(placedFinding)[0]?.place;
}
