export const actionsEnglish = {
  ended: '{ref} “{action}” is already {status}.',
  endedHint: 'Add a new one for the remaining work.',
  nothingToChangeHint: 'Give a new text or priority.',
} as const;
