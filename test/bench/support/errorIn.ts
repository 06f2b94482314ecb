/** What a program that died said in its last words: `SqliteError: database is locked`; undefined when it said nothing of the kind. */
export function errorIn(complaint: string): string | undefined {
  return /^\s*\[?(\w*Error: .*[^.\s])/m.exec(complaint)?.[1];
}
