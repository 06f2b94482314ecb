import { oneLine } from '../../../domain/text/oneLine.js';

/** Titles, names and questions come from agents: the editor must not interpret their markup. One escape per place. */

/** For quick picks and the status bar, which turn `$(name)` into an icon. */
export function asLabel(text: string): string {
  return oneLine(text).replaceAll('$(', '\\$(');
}

/** For notifications, prompts and validation messages, which turn `[text](command:…)` into a command's link. */
export function asMessage(text: string): string {
  return oneLine(text).replaceAll('](', '] (');
}
