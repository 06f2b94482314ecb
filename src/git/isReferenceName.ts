/** Returns false for expressions such as `main~2`, `main@{1}` and `a..b`, and for invalid names (see git-check-ref-format). */
export function isReferenceName(text: string): boolean {
  return !/[\s\p{Cc}^~:?*[\\]|@\{|\.\.|^-|\/\/|^\/|[/.]$/u.test(text);
}
