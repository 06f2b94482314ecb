/** How much a finding weighs, heaviest first. */
export const findingSeverities = ['high', 'medium', 'low'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

export const findingStatuses = [
  'open',
  'fixed',
  'wontfix',
  'deferred',
  'resolved_on_branch',
  'integrated',
  'superseded',
] as const;
export type FindingStatus = (typeof findingStatuses)[number];
