import type { Translate } from '../reports/translate.js';

/** Translates a text that a definition marks with `translated`. */
export function inLanguage(t: Translate, text: string, ...values: (string | number)[]): string {
  return t(text, ...values);
}
