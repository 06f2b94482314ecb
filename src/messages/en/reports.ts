export const reportsEnglish = {
  dayOutside: '{date} is not within the last {days} days.',
  dayOutsideHint: 'Specify a later date, or a larger --days.',
  unknown: 'Report {report} not found.',
  own: '{report} is your own report.',
  ownHint: 'A person or the agent that gave you the work must acknowledge it.',
  locateNeedsWorkTree: 'References can be located only in a worktree.',
  unknownFilter: 'There is no filter “{name}”.',
  filters: 'Filters are {filters}. To find a word with a colon, put it in quotes.',
  filterWithoutValue: 'The filter {name}: has no value.',
  filterWithoutValueHint:
    'Put it directly after the colon, as in path:src/login. To find the word with its colon, put it in quotes.',
  unknownKind: 'Unknown kind "{kind}".',
  kinds: 'Kinds: {kinds}.',
  noWords: 'The query has no words.',
  noWordsHint: 'Enter words, or a filter such as kind:finding, status:open or author:codex.',
} as const;
