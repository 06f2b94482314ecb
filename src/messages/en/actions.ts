export const actionsEnglish = {
  unknown: 'There is no next action {action}.',
  unknownHint: 'List the next actions to see which there are.',
  ended: '{ref} “{action}” is {status} already.',
  endedHint: 'Add a new one for what is left.',
  nothingToChangeHint: 'Give text or priority.',
} as const;
