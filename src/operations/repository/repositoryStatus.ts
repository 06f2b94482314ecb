import * as z from 'zod';
import { needSchema } from '../../domain/lane/need.js';
import { inProgressSchema } from '../../domain/thread/inProgress.js';
import type { WorkItemSection } from '../../domain/workItem/workItem.js';
import { workItemSchema } from '../../domain/workItem/workItem.js';
import { healthSchema } from '../../records/repository/healthSchema.js';
import { sizeConcern } from '../../records/repository/sizeConcern.js';
import { readHeartbeats, readOpenWork } from '../../records/thread/openWork.js';
import { nextChange } from '../../records/workItem/nextChange.js';
import { presentAll } from '../../records/workItem/workItemAccess.js';
import type { StoreHealth } from '../../store/store.js';
import { defineOperation } from '../operation.js';

export const sectionCountsSchema = z.object({
  needs_you: z.int(),
  ready: z.int(),
  in_flight: z.int(),
  blocked: z.int(),
  scheduled: z.int(),
  done: z.int(),
});

const usualLimit = 50;

const unreadable = {
  counts: null,
  totals: null,
  needs: [],
  inProgress: [],
  needsYou: [],
  inFlight: [],
  next: null,
  nextChangeAt: null,
  openWorkChangesAt: null,
  lastEventId: 0,
};

export const repositoryStatus = defineOperation({
  name: 'repository.status',
  order: 20,
  title: 'Show Status',
  summary: 'Shows store health, item counts, what needs a person and who is working on what.',
  input: z.strictObject({
    limit: z.int().min(1).max(1000).optional().describe(`Maximum rows of each list; ${usualLimit} by default`),
  }),
  output: z.object({
    health: healthSchema,
    /** Work items by section; null if the store cannot be read. */
    counts: sectionCountsSchema.nullable(),
    /** Full lengths of the next two lists: the count on every surface. Null if the store cannot be read. */
    totals: z.object({ needsYou: z.int(), inProgress: z.int() }).nullable(),
    /** Items that need a person: findings, blockers and questions first, both parts by the work that they block. */
    needs: z.array(needSchema),
    /** Work that has begun and not ended, each piece once. */
    inProgress: z.array(inProgressSchema),
    /** Work items' questions among `needs`, in queue order, for compatibility with version 0.1.0. */
    needsYou: z.array(workItemSchema),
    /** Claims with an unexpired lease or none, in queue order. */
    inFlight: z.array(workItemSchema),
    next: workItemSchema.nullable(),
    /** Time of the next change of a section without an event, by a lease or not-before. */
    nextChangeAt: z.iso.datetime().nullable(),
    /** Time of the next change of `needs` or a heartbeat without an event. */
    openWorkChangesAt: z.iso.datetime().nullable(),
    /** Id of the latest event; 0 without events. */
    lastEventId: z.int().nonnegative(),
  }),
  effect: 'read',
  readsAsCaller: true,
  mcp: { tool: 'work_items', action: 'status', brief: '', rare: ['limit'] },
  cli: { path: ['status'], examples: ['status', 'status --json'] },
  tells: 'health',
  palette: 'repository',
  async run(context, { limit = usualLimit }) {
    const health = await context.store.health();
    if (health.state === 'too-new') return { health, ...unreadable };
    const readings = await readHeartbeats(context);
    const bytes = await context.store.maintenance.size();
    return context.store.read(async transaction => {
      const { now, heartbeats } = readings;
      const { counts, needsYou, inProgress, changesAt } = await readOpenWork(context, transaction, readings);
      const list = async (section: WorkItemSection) => {
        const rows = await transaction.workItems.list({ now, heartbeats, section, order: 'queue', limit });
        return presentAll(transaction, rows, heartbeats, now);
      };
      const at = await nextChange(transaction, now, heartbeats, 'section');
      const [next] = await presentAll(
        transaction,
        await transaction.workItems.ready({ now, heartbeats }, 1),
        heartbeats,
        now,
      );
      return {
        health: withSize(health, bytes),
        counts,
        totals: { needsYou: needsYou.total, inProgress: inProgress.total },
        needs: needsYou.rows.slice(0, limit),
        inProgress: inProgress.rows.slice(0, limit),
        needsYou: await list('needs_you'),
        inFlight: await list('in_flight'),
        next: next ?? null,
        nextChangeAt: timeOrNull(at),
        openWorkChangesAt: timeOrNull(changesAt),
        lastEventId: await transaction.events.lastId(),
      };
    });
  },
});

/** Adds a warning on a healthy store's size; only in `status`, as every read would repeat it. */
function withSize(health: StoreHealth, bytes: number): StoreHealth {
  return health.state === 'ready' && health.reason === undefined ? { ...health, ...sizeConcern(bytes) } : health;
}

function timeOrNull(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
