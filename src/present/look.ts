import type { Translate } from '../reports/translate.js';

/** The tone of a state: nothing to do, information, a report, an action; or success. */
export type Tone = 'none' | 'good' | 'info' | 'warning' | 'error';

/** A codicon, and the theme color that it has; undefined for the usual one. */
export interface Icon {
  readonly icon: string;
  readonly color?: string;
}

/** How one value of a table looks: its icon, its tone, and its word within a sentence. */
export interface Look extends Icon {
  readonly tone: Tone;
  readonly word: (t: Translate) => string;
}

/** The icon of a state: without the rest of its look. */
export function iconOf({ icon, color }: Icon): Icon {
  return color === undefined ? { icon } : { icon, color };
}
