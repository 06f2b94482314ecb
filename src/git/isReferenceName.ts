/**
 * Returns false for an expression that git resolves to a commit, such as `main^{commit}`, `main~2`, `main@{1}` and `a..b`, and for names
 * that no branch or tag can have: see git-check-ref-format.
 */
export function isReferenceName(text: string): boolean {
  return !/[\s\p{Cc}^~:?*[\\]|@\{|\.\.|^-|\/\/|^\/|[/.]$/u.test(text);
}
