export const hooksEnglish = {
  elsewhere: '{file} is behind a link out of this worktree or into a git directory, so no hook was written.',
  notRead: '{file} is not a regular file of at most 16 MB, so no hook was written.',
  hardLink: '{file} has another name (a hard link), which an edit would leave behind, so no hook was written.',
  replaceFile: 'Put a regular file of the repository in its place, then try again.',
  noWorkTree: 'No worktree here. Hooks belong to a worktree of a repository.',
} as const;
