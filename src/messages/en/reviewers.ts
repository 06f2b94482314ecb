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
  noVerdictHint:
    'Only a person can do this, in the editor’s Stateroom views or in a terminal outside an agent. Record what you found; a person decides.',
  fromInside: '{actor} is in the worktree of {lane} and may not {verb} it from there.',
  fromInsideHint: 'A person must do this, or an agent that never worked in this lane, from another worktree.',
  ownWork: '{actor} worked in {lane} and may not {verb} it.',
  ownWorkHint: 'A person must do this, or an agent that never worked in this lane.',
  sameFamily: '{actor} may not {verb} {lane}: a model of the same family worked there, or a model is unknown.',
  sameFamilyHint: 'A person must do this, or an agent with a model from a different family.',
} as const;
