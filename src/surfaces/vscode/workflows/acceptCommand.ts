/** Behind the button of a proposal; no link in an answer may run it. */
export const acceptCommand = 'stateroom.ritual.accept';

/** The same for changes of files, each with the id under which they are held; the last takes a text. */
export const changeCommands = {
  show: 'stateroom.ritual.showChanges',
  apply: 'stateroom.ritual.applyChanges',
  copy: 'stateroom.ritual.copyPacket',
} as const;
