import type { blockersEnglish } from '../en/blockers.js';

export const blockersGerman = {
  unknown: 'Hindernis {blocker} nicht gefunden.',
} satisfies Record<keyof typeof blockersEnglish, string>;
