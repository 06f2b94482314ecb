export const reviewersEnglish = {
  approve: 'approve',
  requestChanges: 'request changes on',
  merge: 'merge',
  cancel: 'cancel',
  retry: 'retry',
  close: 'close',
  restore: 'restore',
  changeWritable: 'change the permissions of',
  noAgent: 'Agents may not {verb} {lane}.',
  fromInside: '{actor} is in the worktree of {lane} and may not {verb} it from there.',
  fromInsideHint: 'A person must do this, or an agent that never worked in this lane, from another worktree.',
  ownWork: '{actor} worked in {lane} and may not {verb} it.',
  ownWorkHint: 'A person must do this, or an agent that never worked in this lane.',
  sameFamily:
    '{actor} may not {verb} {lane}: its model is of the same family as one that worked there, or a model is not known.',
  sameFamilyHint: 'A person must do this, or an agent with a model of another family.',
} as const;
