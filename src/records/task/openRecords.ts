import * as z from 'zod';
import { type ShownOf, shownShape } from '../../domain/record/record.js';
import { type ListedName, type ListedRecords, listedNames, records } from '../../domain/records.js';
import type { OpenRecords } from '../../domain/session/openRecords.js';
import type { Transaction } from '../../store/store.js';
import { showRows } from '../showRows.js';

/** Open rows of the records of a task as callers see them. */
export type ShownOpen = { [Name in ListedName]: ShownOf<ListedRecords[Name]>[] };

/** Returns the shapes of `ShownOpen`, in the order of the records. */
export function openShapes(): { readonly [Name in ListedName]: z.ZodType<ShownOpen[Name]> } {
  const shapes = listedNames.map(name => [name, z.array(z.object(shownShape(records[name])))]);
  return Object.fromEntries(shapes);
}

/** Returns the first `max` open rows of each record of a task. */
export async function showOpen(transaction: Transaction, task: string, max: number): Promise<ShownOpen> {
  const open = await openRecords(transaction, task);
  const shown: Partial<Record<ListedName, readonly object[]>> = {};
  for (const name of listedNames) {
    shown[name] = await showRows<ListedRecords[ListedName]>(transaction, records[name], open[name].slice(0, max));
  }
  return shown as ShownOpen;
}

/** Returns the open rows of each record of a task, in their order. */
export async function openRecords(transaction: Transaction, task: string): Promise<OpenRecords> {
  const open: Partial<Record<ListedName, readonly object[]>> = {};
  for (const name of listedNames) {
    const table = transaction[name] as unknown as { ofTask(task: string, status?: string): Promise<readonly object[]> };
    open[name] = await table.ofTask(task, records[name].facts.open.statuses[0]);
  }
  return open as OpenRecords;
}
