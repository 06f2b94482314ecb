import * as z from 'zod';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { nextChange } from '../../records/workItem/nextChange.js';
import { buildDashboard, dashboardLimits } from '../../reports/buildDashboard.js';
import { dashboardReportSchema } from '../../reports/dashboardReport.js';
import { dayBounds } from '../../reports/dayBounds.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

/** Maximum number of questions ranked by what they block. */
const rankedQuestions = 200;

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
  // For eyes: `status` tells an agent what it acts on, and every action costs space in each session's tool list.
  mcp: null,
  cli: { path: ['dashboard'], examples: ['dashboard', 'dashboard --json', 'dashboard --utc-offset-minutes 60 --json'] },
  // The palette opens the page that shows it: `Stateroom: Open Dashboard`.
  palette: false,
  async run(context, { utcOffsetMinutes = 0 }) {
    const heartbeats = await context.store.heartbeats.all();
    return context.store.read(async tx => {
      const now = context.clock.now();
      const days = dayBounds(now, utcOffsetMinutes, dashboardLimits.days);
      const waiting = await tx.workItems.list({
        now,
        heartbeats,
        section: 'needs_you',
        order: 'queue',
        limit: rankedQuestions,
      });
      const waitingIds = waiting.map(row => row.id);
      const events = await tx.events.list({}, 'newest', dashboardLimits.events);
      const about = events.flatMap(event => (event.work_item_id === null ? [] : [event.work_item_id]));
      return buildDashboard({
        now,
        heartbeats,
        counts: await tx.workItems.counts(now, heartbeats),
        waiting,
        openDependents: await tx.reports.openDependents(waitingIds),
        lastAsked: await tx.reports.lastAsked(waitingIds),
        stuck: await tx.reports.stuck(dashboardLimits.stuck),
        inFlight: await tx.workItems.list({
          now,
          heartbeats,
          section: 'in_flight',
          order: 'queue',
          limit: dashboardLimits.working,
        }),
        ready: await tx.workItems.ready({ now, heartbeats }, dashboardLimits.upNext + 1),
        tasks: await tx.tasks.live(),
        lanes: await lanesWithState(tx),
        days,
        perDay: await tx.reports.countPeriods(days.bounds),
        events,
        titles: await tx.reports.titles([...new Set(about)]),
        nextChange: await nextChange(tx, now, heartbeats, 'section'),
      });
    });
  },
});

async function lanesWithState(transaction: Transaction) {
  const lanes = await transaction.lanes.list(openStatuses);
  const workers = await transaction.workers.ofLanes(lanes.map(({ id }) => id));
  const states = new Map(workers.map(({ lane_id, state }) => [lane_id, state]));
  return lanes.map(lane => ({ ...lane, state: states.get(lane.id) }));
}
