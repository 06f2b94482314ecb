import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { presentWorkerReport, workerReportSchema } from '../../../domain/worker/workerReport.js';
import type { WorkerReportRow } from '../../../domain/worker/workerReportRow.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { findLane, tellOfLane } from '../../../records/lane/laneAccess.js';
import { findReport } from '../../../records/report/reportAccess.js';
import { defineOperation } from '../../operation.js';
import { correspondentOf } from '../message/correspondent.js';

export const reportAcknowledge = defineOperation({
  name: 'report.acknowledge',
  order: 30,
  title: 'Acknowledge Report',
  menuTitle: 'Acknowledge',
  summary: 'Acknowledges a worker’s report; no change if it was acknowledged already.',
  input: z.strictObject({
    report: z.string().trim().min(1).max(100).describe('P-4, 4 or its ULID'),
  }),
  output: z.object({ report: workerReportSchema }),
  effect: 'write',
  idempotency: 'report',
  mcp: { tool: 'lane_communication', action: 'acknowledge_report', brief: '', rare: ['report'] },
  cli: { positionals: ['report'], examples: ['report acknowledge P-4'] },
  icon: 'check',
  palette: 'workerReport',
  async run(context, { report }) {
    const { actor, clock } = context;
    const { laneId } = await correspondentOf(context);
    return context.store.transaction(async transaction => {
      const row = await findReport(transaction, report);
      const lane = await findLane(transaction, row.lane_id);
      if (row.acknowledged_at !== null) return { report: presentWorkerReport(row, lane.name) };
      requireOther(context, row, laneId);
      const now = clock.now();
      const change = { acknowledged_by: actor.name, acknowledged_at: now };
      const changed = await transaction.workerReports.change(row, change);
      if (changed === undefined) throw new Error('A report changed within a transaction.');
      const payload = { report: formatRef('workerReport', row.number), outcome: row.outcome };
      await tellOfLane(transaction, lane, { actor, now, type: 'worker_report_acknowledged', payload });
      return { report: presentWorkerReport(changed, lane.name) };
    });
  },
});

/** Reporters cannot acknowledge their own reports. */
function requireOther({ actor }: Context, row: WorkerReportRow, laneId: string | null): void {
  if (actor.role !== 'agent' || (row.actor !== actor.name && row.lane_id !== laneId)) return;
  throw refusalError('not_allowed', message('reports.own', { report: formatRef('workerReport', row.number) }), {
    hint: 'reports.ownHint',
  });
}
