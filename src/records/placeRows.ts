import { type EntityKind, formatRef } from '../domain/identifier/identifier.js';

interface Rows {
  ofIds(ids: readonly string[]): Promise<readonly { readonly id: string }[]>;
}
interface NumberedRows extends Rows {
  takeNumbers(count: number): Promise<number>;
}

export interface Places {
  /** ULID there → ULID here. */
  readonly ids: ReadonlyMap<string, string>;
  /** Number there → number here; empty for rows without numbers. */
  readonly numbers: ReadonlyMap<number, number>;
}

/** Each row's ULID in this store: its own, or a new one if taken. */
export async function placeIds(
  repository: Rows,
  rows: readonly { readonly id: string }[],
  newId: () => string,
): Promise<ReadonlyMap<string, string>> {
  const taken = new Set((await repository.ofIds(rows.map(({ id }) => id))).map(({ id }) => id));
  return new Map(rows.map(({ id }) => [id, taken.has(id) ? newId() : id]));
}

/** Each row's number in this store: its own if never used here or in `freed`, else the next one. Raises the counter. */
export async function placeNumbers(
  repository: NumberedRows,
  rows: readonly { readonly number: number }[],
  freed: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  if (rows.length === 0) return new Map();
  const first = await repository.takeNumbers(rows.length);
  const isFree = (number: number) => number >= first || freed.has(number);
  const kept = new Set(rows.map(({ number }) => number).filter(isFree));
  const places = new Map<number, number>();
  let next = first;
  for (const { number } of [...rows].sort((one, other) => one.number - other.number)) {
    while (!kept.has(number) && kept.has(next)) next += 1;
    places.set(number, kept.has(number) ? number : next++);
  }
  const last = first + rows.length - 1;
  const highest = Math.max(...places.values());
  if (highest > last) await repository.takeNumbers(highest - last);
  return places;
}

/** `name`, or if taken with the first free number appended; at most `max` characters. */
export async function freeName(
  name: string,
  max: number,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  let free = name;
  for (let count = 2; await isTaken(free); count += 1) {
    const end = `-${count}`;
    free = `${name.slice(0, max - end.length)}${end}`;
  }
  return free;
}

/** Refs whose numbers differ here: `F-3` there is `F-12` here. */
export function renumbered(kind: EntityKind, { numbers }: Pick<Places, 'numbers'>): { from: string; to: string }[] {
  return [...numbers]
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ from: formatRef(kind, from), to: formatRef(kind, to) }));
}
