/** A pattern such as `/[.!]+$/` is quadratic: a pasted megabyte takes minutes. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
