/**
 * Replaces lone surrogates, as in a text cut inside an emoji, by U+FFFD, because no encoding has bytes for them. Includes lists and plain
 * objects, and their keys.
 */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(element => wellFormed(element));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [wellFormed(key), wellFormed(part)]));
}

/** False for a text with a lone surrogate. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
