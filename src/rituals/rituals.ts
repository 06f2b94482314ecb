import type { RitualName } from '../domain/ritual/ritualNames.js';
import { branchReview } from './branchReview.js';
import type { Ritual } from './ritual.js';
import { scope } from './scope.js';

const byName: Readonly<Record<RitualName, Ritual>> = { scope, 'branch-review': branchReview };

/** Every ritual, in the order of `ritualNames`. */
export const rituals: readonly Ritual[] = Object.values(byName);

export function ritualNamed(name: RitualName): Ritual {
  return byName[name];
}
