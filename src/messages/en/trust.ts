export const trustEnglish = {
  noClone: 'Trust belongs to a clone of a repository, and there is none here.',
  noCloneHint: 'Call it from a worktree of the repository.',
  shortened: ' They are shortened here; `stateroom trust show` shows them whole.',
  untrusted: 'No person has trusted these commands of {setting} in this clone: {commands}{more}.{where}',
  untrustedInEditor: 'Choose “Review Repository Commands…” to see and trust them.',
  untrustedOnSetup:
    'See them with `stateroom trust show` and trust them with `stateroom trust grant`, or leave them out with --no-setup.',
  untrustedOnCommandLine: 'See them with `stateroom trust show` and trust them with `stateroom trust grant`.',
  untrustedAgentOnSetup:
    'A person can trust them, in VS Code with “Review Repository Commands…” or in a terminal with `stateroom trust grant`; --no-setup (noSetup) leaves them out.',
  untrustedAgent:
    'A person can trust them, in VS Code with “Review Repository Commands…” or in a terminal with `stateroom trust grant`.',
  changedSinceShown: 'The commands of the repository have changed since they were shown.',
  changedSinceShownHint: 'Look at them again: `stateroom trust show`.',
} as const;
