/** An operation's input: an empty answer to a filtered query does not mean an empty store. */
export type Asked = Readonly<Record<string, unknown>>;

/** Returns the sentence for an empty filtered list; undefined if no filter was set. */
export function noMatch(filters: Asked, what: string, all: string): string | undefined {
  const given = narrowing(filters, 'order', 'staleMs');
  if (given.length === 0) return undefined;
  if (given.every(field => field === 'cursor')) return `No more ${what}. To start over: stateroom ${all}`;
  return `No matching ${what}. To list all: stateroom ${all}`;
}

/** Returns the filters that are set, without the `harmless` fields and the limit. */
export function narrowing(filters: Asked, ...harmless: readonly string[]): string[] {
  return Object.keys(filters).filter(
    field => filters[field] !== undefined && field !== 'limit' && !harmless.includes(field),
  );
}
