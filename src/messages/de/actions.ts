import type { actionsEnglish } from '../en/actions.js';

export const actionsGerman = {
  ended: '{ref} „{action}“ ist schon {status}.',
  endedHint: 'Für den Rest einen neuen hinzufügen.',
  nothingToChangeHint: 'Einen neuen Text oder eine neue Priorität angeben.',
} satisfies Record<keyof typeof actionsEnglish, string>;
