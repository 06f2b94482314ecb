/** Joins words as `a, b and c`, with `before` before the last. */
export function listWords(words: readonly string[], before: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${before} ${words.at(-1)}`;
}
