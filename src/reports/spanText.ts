import type { Translate } from './translate.js';

/** Formats a duration, rounded down: `under a minute`, `12 min`, `3 h`, `4 d`. Negative durations count as 0. */
export function spanText(ms: number, translate: Translate): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return translate('under a minute');
  if (minutes < 90) return translate('{0} min', minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 36 ? translate('{0} h', hours) : translate('{0} d', Math.floor(hours / 24));
}
