import type { z } from 'zod';
import type { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { PlacedFinding } from './findingPlace.js';

type Located = z.output<(typeof findingLocate)['output']>['places'][number];

/** What `finding.locate` says of a finding, in the editor's terms. */
export function placedFinding({ finding, path, lineStart, lineEnd, outdated }: Located): PlacedFinding {
  const lines = lineStart === null ? null : { start: lineStart, end: lineEnd ?? lineStart };
  return { finding, place: { path, lines, outdated } };
}
