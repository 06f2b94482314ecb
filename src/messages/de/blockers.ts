import type { blockersEnglish } from '../en/blockers.js';

export const blockersGerman = {
  unknown: 'Hindernis {blocker} nicht gefunden.',
  unknownHint: 'Die Hindernisse auflisten, um zu sehen, welche es gibt.',
} satisfies Record<keyof typeof blockersEnglish, string>;
