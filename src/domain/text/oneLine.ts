/** Control characters, and those that change text direction. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Joins a text to one line without control characters. Safe for plain-text surfaces such as the editor's trees. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ').replace(/\s+/g, ' ').trim();
}
