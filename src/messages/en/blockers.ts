export const blockersEnglish = {
  unknown: 'Blocker {blocker} not found.',
  unknownHint: 'List the blockers to see which exist.',
} as const;
