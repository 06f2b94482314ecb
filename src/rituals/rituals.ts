import type { RitualName } from '../domain/ritual/ritualNames.js';
import { autoFix } from './autoFix.js';
import { branchLifecycle } from './branchLifecycle.js';
import { branchReview } from './branchReview.js';
import { context } from './context.js';
import { handoffLifecycle } from './handoffLifecycle.js';
import { incrementalImplementation } from './incrementalImplementation.js';
import { planAnalyze } from './planAnalyze.js';
import { planningReview } from './planningReview.js';
import type { Ritual } from './ritual.js';
import { scope } from './scope.js';
import { tdd } from './tdd.js';

const byName: Readonly<Record<RitualName, Ritual>> = {
  context,
  scope,
  'plan-analyze': planAnalyze,
  'planning-review': planningReview,
  'branch-lifecycle': branchLifecycle,
  tdd,
  'incremental-implementation': incrementalImplementation,
  'branch-review': branchReview,
  'auto-fix': autoFix,
  'handoff-lifecycle': handoffLifecycle,
};

/** Every ritual, in the order of `ritualNames`. */
export const rituals: readonly Ritual[] = Object.values(byName);

export function ritualNamed(name: RitualName): Ritual {
  return byName[name];
}
