import * as z from 'zod';
import { trendFields } from '../../records/repository/trendFields.js';
import { readSnapshot } from '../../records/snapshot/readSnapshot.js';
import { readHeartbeats } from '../../records/thread/openWork.js';
import { snapshotReportSchema } from '../../reports/snapshotReport.js';
import { defineOperation } from '../operation.js';

export const snapshotShow = defineOperation({
  name: 'snapshot.show',
  order: 10,
  title: 'Show Snapshot',
  summary: 'Returns the state of the repository: dashboard, tasks, plans, findings, reviews, tests, lanes and metrics.',
  input: z.strictObject({ utcOffsetMinutes: trendFields.utcOffsetMinutes }),
  output: snapshotReportSchema,
  effect: 'read',
  readsAsCaller: true,
  mcp: null,
  cli: { path: ['snapshot'], examples: ['snapshot', 'snapshot --json'] },
  palette: false,
  async run(context, { utcOffsetMinutes = 0 }) {
    const readings = await readHeartbeats(context);
    return context.store.read(tx => readSnapshot(context, tx, readings, utcOffsetMinutes));
  },
});
