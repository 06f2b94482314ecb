/** What `--quiet` leaves of an answer: the ids in it, one a line; empty when it has none. */
export function bareIds(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const { item, items, event, events, ref, location, file } = data as Readonly<Record<string, unknown>>;
  const list = Array.isArray(items) ? items : Array.isArray(events) ? events : undefined;
  if (list !== undefined) return list.map(idOf).join('\n');
  return idOf(item ?? event ?? data) || [ref, location, file].filter(value => typeof value === 'string').join('\n');
}

function idOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { ref, id } = value as Readonly<Record<string, unknown>>;
  if (typeof ref === 'string') return ref;
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}
