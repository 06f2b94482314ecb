import { l10n } from 'vscode';
import { acceptedTimes, parseTime } from '../../../../domain/time/time.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';

/** Returns the reason why a text is not a time, as a sentence; undefined if it is one or empty. */
export function timeProblem(text: string, now: number): string | undefined {
  if (text.trim() === '' || parseTime(text.trim(), now) !== undefined) return undefined;
  return l10n.t('Not a valid time. Use {0}.', inEditorsLanguage(acceptedTimes));
}
