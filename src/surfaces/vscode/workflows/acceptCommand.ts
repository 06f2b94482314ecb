/** Command of a proposal's button; links in an answer must not run it. */
export const acceptCommand = 'stateroom.ritual.accept';

/** Commands for proposed file changes; each takes the id of the held change, the last a text. */
export const changeCommands = {
  show: 'stateroom.ritual.showChanges',
  apply: 'stateroom.ritual.applyChanges',
  copy: 'stateroom.ritual.copyPacket',
} as const;
