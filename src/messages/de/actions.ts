import type { actionsEnglish } from '../en/actions.js';

export const actionsGerman = {
  unknown: 'Es gibt keinen nächsten Schritt {action}.',
  unknownHint: 'Die nächsten Schritte auflisten, um zu sehen, welche es gibt.',
  ended: '{ref} „{action}“ ist schon {status}.',
  endedHint: 'Für den Rest einen neuen hinzufügen.',
  nothingToChangeHint: 'Text oder Priorität angeben.',
} satisfies Record<keyof typeof actionsEnglish, string>;
