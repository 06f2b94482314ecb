import { type EntityKind, formatRef } from '../domain/identifier/identifier.js';
import type { LinkTarget, Refs } from '../domain/record/column.js';
import { type RecordDefinition, type RowOf, type ShownOf, show } from '../domain/record/record.js';
import { recordOfKind } from '../domain/records.js';
import type { Transaction } from '../store/store.js';

interface Numbered {
  readonly id: string;
  readonly number: number;
}

type Stored<Definition extends RecordDefinition> = Omit<RowOf<Definition>, 'repository_id'>;

/** Converts rows to their public form, with refs for ULIDs. */
export async function showRows<Definition extends RecordDefinition>(
  transaction: Transaction,
  definition: Definition,
  rows: readonly Stored<Definition>[],
): Promise<ShownOf<Definition>[]> {
  const refs = await refsOf(transaction, definition, rows);
  return rows.map(row => show(definition, row, refs));
}

export async function showRow<Definition extends RecordDefinition>(
  transaction: Transaction,
  definition: Definition,
  row: Stored<Definition>,
): Promise<ShownOf<Definition>> {
  return show(definition, row, await refsOf(transaction, definition, [row]));
}

/** Refs of the records in these rows, by ULID: names for lanes, paths for plans. One query per kind. */
export async function refsOf(
  transaction: Transaction,
  definition: RecordDefinition,
  rows: readonly object[],
): Promise<Refs> {
  const links = new Map<LinkTarget, Set<string>>();
  for (const { name, column } of definition.shown) {
    const { target } = column.kind;
    if (target === undefined) continue;
    const ids = links.get(target) ?? new Set();
    links.set(target, ids);
    for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
      const id = row[name];
      if (typeof id === 'string') ids.add(id);
    }
  }
  const refs = new Map<string, string>();
  for (const [target, ids] of links) {
    if (ids.size > 0) for (const [id, ref] of await namesOf(transaction, target, [...ids])) refs.set(id, ref);
  }
  return refs;
}

async function namesOf(
  transaction: Transaction,
  target: LinkTarget,
  ids: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  switch (target) {
    case 'lane':
      return (await transaction.lanes.ofIds(ids)).map(({ id, name }) => [id, name] as const);
    case 'plan':
      return (await transaction.plans.ofIds(ids)).map(({ id, path }) => [id, path] as const);
    case 'workItem':
      return withRefs(target, (await transaction.workItems.known(ids.map(ulid => ({ by: 'ulid', ulid })))).values());
    default: {
      const record = recordOfKind(target);
      if (record === undefined) return [];
      const table = transaction[record] as { ofIds(ids: readonly string[]): Promise<readonly Numbered[]> };
      return withRefs(target, await table.ofIds(ids));
    }
  }
}

function withRefs(kind: EntityKind, rows: Iterable<Numbered>) {
  return Array.from(rows, ({ id, number }) => [id, formatRef(kind, number)] as const);
}
