/**
 * The text without these characters at its end. A pattern as `/[.!]+$/` tries every run of them from each of its places,
 * which takes minutes where someone pasted a megabyte of them.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
