export const blockersEnglish = {
  unknown: 'There is no blocker {blocker}.',
  unknownHint: 'List the blockers to see which there are.',
} as const;
