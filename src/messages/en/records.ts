/** The words of records, in sentences about any of them. A record without one is called as in its definition. */
export const recordsEnglish = {
  unknown: '{title} {given} not found.',
  action: 'Next action',
  blocker: 'Blocker',
  slice: 'Slice',
} as const;
