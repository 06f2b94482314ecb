export const configEnglish = {
  unusable: '{path} cannot be used: {why}.',
  unusableHint: 'Correct the file and try again.',
} as const;
