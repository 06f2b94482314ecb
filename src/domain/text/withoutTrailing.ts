/**
 * Removes these characters from the end of a text. A pattern such as `/[.!]+$/` is quadratic on long runs of them: a pasted megabyte takes
 * minutes.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
