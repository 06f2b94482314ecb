/** Scanning a pasted megabyte would block the editor for minutes. */
export const maxRequestLength = 4000;

/** `cutAt` is set if the text was cut. */
export function readRequest(text: string): { readonly words: string; readonly cutAt?: number } {
  const words = text.trim();
  return words.length <= maxRequestLength
    ? { words }
    : { words: words.slice(0, maxRequestLength), cutAt: maxRequestLength };
}
