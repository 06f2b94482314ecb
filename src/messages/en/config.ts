export const configEnglish = {
  unusable: 'Cannot use {path}: {why}.',
  unusableHint: 'Fix the file and try again.',
} as const;
