import { parseIdentifier } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { RunRow } from '../../domain/run/runRow.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';

/** Finds a run by ref, name or ULID; refuses an unknown one. */
export async function findRun(transaction: Transaction, named: string): Promise<RunRow> {
  const row = await transaction.runs.find(parseIdentifier('run', named));
  if (row !== undefined) return row;
  throw refusalError('not_found', message('runs.unknown', { run: named.trim().slice(0, 80) }), {
    next: [{ operation: 'run.list', input: {} }],
    details: { run: named },
  });
}
