/** The first words of command lines that belong to a group of operations. */
export const groupWords = [
  'init',
  'status',
  'queue',
  'task',
  'context',
  'slice',
  'gate',
  'hooks',
  'evidence',
  'finding',
  'lane',
  'worker',
  'message',
  'report',
  'events',
  'store',
] as const;
