/** Stable otherwise. Leaves out cycles of parents and everything below them. */
export function parentsFirst<Row extends { readonly id: string; readonly parent_id: string | null }>(
  rows: readonly Row[],
): Row[] {
  const left = new Set(rows.map(({ id }) => id));
  const placed: Row[] = [];
  for (let rest = rows; rest.length > 0; ) {
    const next = rest.filter(({ parent_id }) => parent_id === null || !left.has(parent_id));
    if (next.length === 0) return placed;
    placed.push(...next);
    for (const { id } of next) left.delete(id);
    rest = rest.filter(({ id }) => left.has(id));
  }
  return placed;
}
