import type { Translate } from '../reports/translate.js';

/** By urgency: nothing to do, information, a report, an action; or success. */
export type Tone = 'none' | 'good' | 'info' | 'warning' | 'error';

/** A codicon and its theme color; undefined for the default color. */
export interface Icon {
  readonly icon: string;
  readonly color?: string;
}

/** Icon, tone and word (within a sentence) of one value of a table. */
export interface Look extends Icon {
  readonly tone: Tone;
  readonly word: (t: Translate) => string;
}

export function iconOf({ icon, color }: Icon): Icon {
  return color === undefined ? { icon } : { icon, color };
}
