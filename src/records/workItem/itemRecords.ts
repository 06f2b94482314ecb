import * as z from 'zod';
import { type ShownOf, shownShape } from '../../domain/record/record.js';
import { type ItemRecordName, type ItemRecords, itemRecordNames, records } from '../../domain/records.js';
import type { Transaction } from '../../store/store.js';
import { showRows } from '../showRows.js';

/** Records of a work item as callers see them, each in its order. */
export type ShownItemRecords = { [Name in ItemRecordName]: ShownOf<ItemRecords[Name]>[] };

/** Returns the shapes of `ShownItemRecords`. */
export function itemRecordShapes(): { readonly [Name in ItemRecordName]: z.ZodType<ShownItemRecords[Name]> } {
  const shapes = itemRecordNames.map(name => [name, z.array(z.object(shownShape(records[name])))]);
  return Object.fromEntries(shapes);
}

/** Reads the records of an item; empty lists for null, a lane without an item. */
export async function readItemRecords(transaction: Transaction, itemId: string | null): Promise<ShownItemRecords> {
  const shown: Partial<ShownItemRecords> = {};
  for (const name of itemRecordNames) {
    const rows = itemId === null ? [] : await transaction[name].ofItem(itemId);
    shown[name] = await showRows(transaction, records[name], rows);
  }
  return shown as ShownItemRecords;
}
