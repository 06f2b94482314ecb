/**
 * The same value with U+FFFD in place of each half of a character, as a text has that was cut in the middle of an emoji: no
 * encoding has bytes for such a half. Looks into lists and plain objects, at their keys too.
 */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(element => wellFormed(element));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [wellFormed(key), wellFormed(part)]));
}

/** False for a text with half of a character in it. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
