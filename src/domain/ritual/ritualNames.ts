/** The rituals: where all of it stands, then those of the lifecycle, in the order in which work goes through them; `src/rituals` declares each. */
export const ritualNames = [
  'context',
  'scope',
  'plan-analyze',
  'planning-review',
  'branch-lifecycle',
  'tdd',
  'incremental-implementation',
  'branch-review',
  'auto-fix',
  'handoff-lifecycle',
] as const;

export type RitualName = (typeof ritualNames)[number];
