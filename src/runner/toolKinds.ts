/** Kinds of tool calls that change nothing. */
const reading: ReadonlySet<string> = new Set(['read', 'search', 'think', 'fetch']);

/** True for a kind that may change something; unknown kinds may. */
export function mayChange(kind: string | undefined): boolean {
  return !reading.has(kind ?? '');
}
