import * as z from 'zod';
import { readOpenWork, readSigns } from '../../records/thread/openWork.js';
import { nextChange } from '../../records/workItem/nextChange.js';
import { buildDashboard, dashboardLimits } from '../../reports/buildDashboard.js';
import { dashboardReportSchema } from '../../reports/dashboardReport.js';
import { dayBounds } from '../../reports/dayBounds.js';
import { defineOperation } from '../operation.js';

export const repositoryDashboard = defineOperation({
  name: 'repository.dashboard',
  title: 'Show Dashboard Data',
  summary:
    'Returns the dashboard: counts, what needs a person and what it blocks, who works on what, what is next and why, items created and resolved per day, latest events.',
  input: z.strictObject({
    utcOffsetMinutes: z
      .int()
      .min(-24 * 60)
      .max(24 * 60)
      .optional()
      .describe('UTC offset in minutes for day boundaries (60 for Berlin in winter); default 0'),
  }),
  output: dashboardReportSchema,
  effect: 'read',
  readsAsCaller: true,
  // For eyes: `status` tells an agent what it acts on, and every action costs space in each session's tool list.
  mcp: null,
  cli: { path: ['dashboard'], examples: ['dashboard', 'dashboard --json', 'dashboard --utc-offset-minutes 60 --json'] },
  // The palette opens the page that shows it: `Stateroom: Open Dashboard`.
  palette: false,
  async run(context, { utcOffsetMinutes = 0 }) {
    const signs = await readSigns(context);
    return context.store.read(async tx => {
      const { now, heartbeats } = signs;
      const days = dayBounds(now, utcOffsetMinutes, dashboardLimits.days);
      const { counts, needsYou, inProgress, changesAt } = await readOpenWork(context, tx, signs);
      const events = await tx.events.list({}, 'newest', dashboardLimits.events);
      const about = events.flatMap(event => (event.work_item_id === null ? [] : [event.work_item_id]));
      const changes = [await nextChange(tx, now, heartbeats, 'section'), changesAt].filter(time => time !== undefined);
      return buildDashboard({
        now,
        counts,
        needsYou,
        inProgress,
        stuck: await tx.reports.stuck(dashboardLimits.stuck),
        ready: await tx.workItems.ready({ now, heartbeats }, dashboardLimits.upNext + 1),
        days,
        perDay: await tx.reports.countPeriods(days.bounds),
        events,
        titles: await tx.reports.titles([...new Set(about)]),
        nextChange: changes.length === 0 ? undefined : Math.min(...changes),
      });
    });
  },
});
