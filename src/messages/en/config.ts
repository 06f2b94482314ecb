export const configEnglish = {
  notFile: 'it is not a regular file of this worktree of at most 64 MB',
  unusable: 'Cannot use {path}: {why}.',
  notifyIsPersonal: 'notify runs a program, so it is a setting of your own config.json alone',
  unusableHint: 'Fix the file and try again.',
  laneBaseHint: 'Correct the setting lane.base in {path}, or name another branch ({flag}).',
} as const;
