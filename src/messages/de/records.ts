import type { recordsEnglish } from '../en/records.js';

export const recordsGerman = {
  unknown: '{title} {given} nicht gefunden.',
  action: 'Nächster Schritt',
  blocker: 'Hindernis',
  slice: 'Abschnitt',
} satisfies Record<keyof typeof recordsEnglish, string>;
