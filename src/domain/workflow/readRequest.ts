/** Max characters read: scanning a pasted megabyte for paths and numbers would block the editor for minutes. */
export const maxRequestLength = 4000;

/** Trims and cuts a request; `cutAt` is set if it was cut. */
export function readRequest(text: string): { readonly words: string; readonly cutAt?: number } {
  const words = text.trim();
  return words.length <= maxRequestLength
    ? { words }
    : { words: words.slice(0, maxRequestLength), cutAt: maxRequestLength };
}
