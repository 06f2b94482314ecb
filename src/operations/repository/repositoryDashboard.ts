import * as z from 'zod';
import { readDashboard } from '../../records/repository/readDashboard.js';
import { trendFields } from '../../records/repository/trendFields.js';
import { readHeartbeats } from '../../records/thread/openWork.js';
import { dashboardReportSchema } from '../../reports/dashboardReport.js';
import { defineOperation } from '../operation.js';

export const repositoryDashboard = defineOperation({
  name: 'repository.dashboard',
  order: 40,
  title: 'Show Dashboard Data',
  summary:
    'Returns the dashboard: counts, what needs a person and what it blocks, who works on what, what is next and why, items created and resolved per day, latest events.',
  input: z.strictObject({ utcOffsetMinutes: trendFields.utcOffsetMinutes }),
  output: dashboardReportSchema,
  effect: 'read',
  readsAsCaller: true,
  mcp: { tool: 'events', action: 'dashboard', brief: '', rare: ['utcOffsetMinutes'] },
  cli: { path: ['dashboard'], examples: ['dashboard', 'dashboard --json', 'dashboard --utc-offset-minutes 60 --json'] },
  // The palette opens the page that shows it: `Stateroom: Open Home`.
  palette: false,
  async run(context, { utcOffsetMinutes = 0 }) {
    const readings = await readHeartbeats(context);
    return context.store.read(tx => readDashboard(context, tx, readings, utcOffsetMinutes));
  },
});
