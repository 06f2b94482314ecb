export const blockersEnglish = {
  unknown: 'Blocker {blocker} not found.',
} as const;
