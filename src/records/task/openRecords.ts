import { type ListedName, listedNames, records } from '../../domain/records.js';
import type { OpenRecords } from '../../domain/session/openRecords.js';
import type { Transaction } from '../../store/store.js';

export async function openRecords(transaction: Transaction, task: string): Promise<OpenRecords> {
  const open: Partial<Record<ListedName, object[]>> = {};
  for (const name of listedNames) {
    const table = transaction[name] as { ofTask(task: string, status?: string): Promise<object[]> };
    open[name] = await table.ofTask(task, records[name].facts.open.statuses[0]);
  }
  return open as unknown as OpenRecords;
}
