import type { z } from 'zod';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { FindingPlace, PlacedFinding } from '../../../present/findingPlace.js';
import type { Repository } from '../repository.js';

type Located = z.output<(typeof findingLocate)['output']>['places'][number];

/** What `finding.locate` says of a finding, in the editor's terms. */
export function placedFinding({ finding, path, lineStart, lineEnd, outdated }: Located): PlacedFinding {
  const lines = lineStart === null ? null : { start: lineStart, end: lineEnd ?? lineStart };
  return { finding, place: { path, lines, outdated } };
}

/** Where a finding is in the repository's worktree; undefined where that is unknown, as in Restricted Mode. */
export async function locateFinding(repository: Repository, ref: string): Promise<FindingPlace | undefined> {
  const located = await repository.invoke(findingLocate, { ids: [ref] });
  return isRefusal(located) ? undefined : located.places.map(placedFinding)[0]?.place;
}
