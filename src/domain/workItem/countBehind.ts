/** Counts items that wait for this one, directly or indirectly; `waiting` lists the direct ones by id. */
export function countBehind(id: string, waiting: ReadonlyMap<string, readonly string[]>): number {
  const behind = new Set([id]);
  const rest = [...(waiting.get(id) ?? [])];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (behind.has(next)) continue;
    behind.add(next);
    rest.push(...(waiting.get(next) ?? []));
  }
  return behind.size - 1;
}
