/**
 * Titles, names and questions come from agents: they are data, and the editor must not read markup in them. These make a
 * text harmless for one kind of place each.
 */

/** Control characters, and those that turn the direction of the text around them. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** One line without control characters. Safe by itself where the editor shows plain text (tree labels). */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ').replace(/\s+/g, ' ').trim();
}

/** At most `length` characters of one line, with an ellipsis where it was cut. */
export function shortened(text: string, length: number): string {
  const characters = [...oneLine(text)];
  return characters.length <= length
    ? characters.join('')
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** For quick picks and the status bar, which turn `$(name)` into an icon. */
export function asLabel(text: string): string {
  return oneLine(text).replaceAll('$(', '\\$(');
}

/** For notifications, prompts and validation messages, which turn `[text](command:…)` into a link that acts. */
export function asMessage(text: string): string {
  return oneLine(text).replaceAll('](', '] (');
}
