export const configEnglish = {
  notFile: 'it is not a regular file of this worktree of at most 64 MB',
  unusable: 'Cannot use {path}: {why}.',
  unusableHint: 'Fix the file and try again.',
  laneBaseHint: 'It is the setting lane.base in {path}: correct it there, or name another branch ({flag}).',
} as const;
