/**
 * False for what git reads as an expression for a commit, as `main^{commit}`, `main~2`, `main@{1}` and `a..b`, and for what no
 * branch or tag can be called: see git-check-ref-format.
 */
export function isReferenceName(text: string): boolean {
  return !/[\s\p{Cc}^~:?*[\\]|@\{|\.\.|^-|\/\/|^\/|[/.]$/u.test(text);
}
