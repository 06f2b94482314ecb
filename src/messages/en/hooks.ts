export const hooksEnglish = {
  noWorkTree: 'No worktree here. Hooks belong to a worktree of a repository.',
} as const;
