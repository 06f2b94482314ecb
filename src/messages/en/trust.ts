export const trustEnglish = {
  noClone: 'No repository here. Trust is stored per clone of a repository.',
  noCloneHint: 'Run this from a worktree of the repository.',
  shortened: ' They are shortened here; run `stateroom trust show` to see them in full.',
  untrusted: 'No person has trusted these commands in {setting} for this clone: {commands}{more}.{where}',
  untrustedInEditor: 'Choose “Review Repository Commands…” to see and trust them.',
  untrustedOnSetup:
    'See them (`stateroom trust show`) and trust them (`stateroom trust grant`), or skip them (--no-setup).',
  untrustedOnCommandLine: 'See them (`stateroom trust show`) and trust them (`stateroom trust grant`).',
  untrustedAgentOnSetup:
    'A person can trust them, in VS Code with “Review Repository Commands…” or in a terminal with `stateroom trust grant`; --no-setup skips them.',
  untrustedAgent:
    'A person can trust them, in VS Code with “Review Repository Commands…” or in a terminal with `stateroom trust grant`.',
  changedSinceShown: 'The commands of the repository have changed since they were shown.',
} as const;
