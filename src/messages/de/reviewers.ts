import type { reviewersEnglish } from '../en/reviewers.js';

export const reviewersGerman = {
  approve: 'freigeben',
  requestChanges: 'zurückgeben',
  merge: 'zusammenführen',
  cancel: 'abbrechen',
  retry: 'neu beginnen',
  close: 'schließen',
  restore: 'wiederherstellen',
  changeWritable: 'in ihren Rechten ändern',
  noAgent: 'Ein Agent darf nicht „{verb}“: {lane}.',
  noVerdictHint:
    'Das kann nur ein Mensch, in den Stateroom-Ansichten des Editors oder in einem Terminal außerhalb eines Agenten. Aufzeichnen, was gefunden wurde; ein Mensch entscheidet.',
  fromInside: '{actor} ist im Worktree von {lane} und darf sie von dort aus nicht {verb}.',
  fromInsideHint: 'Das tut ein Mensch, oder ein Agent, der nie darin gearbeitet hat, aus einem anderen Worktree.',
  ownWork: '{actor} hat in {lane} gearbeitet und darf sie nicht {verb}.',
  ownWorkHint: 'Das tut ein Mensch, oder ein Agent, der nie darin gearbeitet hat.',
  sameFamily:
    '{actor} darf {lane} nicht {verb}: Das Modell gehört zur selben Familie wie eines, das darin gearbeitet hat, oder ein Modell ist nicht bekannt.',
  sameFamilyHint: 'Das tut ein Mensch, oder ein Agent mit einem Modell einer anderen Familie.',
} satisfies Record<keyof typeof reviewersEnglish, string>;
