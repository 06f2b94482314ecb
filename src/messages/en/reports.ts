export const reportsEnglish = {
  dayOutside: '{date} is none of the last {days} days.',
  dayOutsideHint: 'Name a later day, or more days with --days.',
  unknown: 'There is no report {report}.',
  unknownHint: 'See which there are with `report list --all`.',
  own: '{report} is a report of your own.',
  ownHint: 'A person acknowledges it, or the agent that gave you the work.',
  locateNeedsWorkTree: 'Places can be located in a work tree only.',
} as const;
