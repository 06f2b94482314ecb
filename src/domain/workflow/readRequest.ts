/**
 * What is read of a request in words, in characters. A chat takes a pasted megabyte, and looking for paths and numbers in that
 * would keep the editor busy for minutes.
 */
export const maxRequestLength = 4000;

/** The words that are read, without blanks around them, and how many that are at most where some were left out. */
export function readRequest(text: string): { readonly words: string; readonly cutAt?: number } {
  const words = text.trim();
  return words.length <= maxRequestLength
    ? { words }
    : { words: words.slice(0, maxRequestLength), cutAt: maxRequestLength };
}
