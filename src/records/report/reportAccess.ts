import { parseIdentifier } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { presentWorkerReport, type WorkerReport } from '../../domain/worker/workerReport.js';
import { type WorkerReportRow, workerReportDefinition } from '../../domain/worker/workerReportRow.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { refsOf } from '../showRows.js';

/** Finds a report by `P-4`, 4 or ULID; refuses an unknown one. */
export async function findReport(transaction: Transaction, text: string): Promise<WorkerReportRow> {
  const row = await transaction.workerReports.find(parseIdentifier('workerReport', text));
  if (row !== undefined) return row;
  throw refusalError('not_found', message('reports.unknown', { report: text.slice(0, 80) }), {
    next: [{ operation: 'report.list', input: { all: true } }],
    details: { report: text },
  });
}

export async function presentReports(
  transaction: Transaction,
  rows: readonly WorkerReportRow[],
): Promise<WorkerReport[]> {
  const lanes = await refsOf(transaction, workerReportDefinition, rows);
  return rows.map(row => presentWorkerReport(row, lanes.get(row.lane_id) ?? row.lane_id));
}
