import * as z from 'zod';
import type { WorkItemSection } from '../../domain/workItem/workItem.js';
import { workItemSchema } from '../../domain/workItem/workItem.js';
import { healthSchema } from '../../records/repository/healthSchema.js';
import { type StoreSize, sizeConcern } from '../../records/repository/sizeConcern.js';
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

/** How many items of a section the status names. */
const shownItems = 50;

/** Status of a store whose rows cannot be read. */
const unreadable = { counts: null, needsYou: [], inFlight: [], next: null, nextChangeAt: null, lastEventId: 0 };

export const repositoryStatus = defineOperation({
  name: 'repository.status',
  title: 'Show Status',
  summary: 'Shows store health, item counts, what needs a person and who is working on what.',
  input: z.strictObject({}),
  output: z.object({
    health: healthSchema,
    /** Null when the store cannot be read. */
    counts: sectionCountsSchema.nullable(),
    /** Questions to a person, in queue order, at most 50. */
    needsYou: z.array(workItemSchema),
    /** Claims with a running lease or none, in queue order, at most 50. */
    inFlight: z.array(workItemSchema),
    /** What `next` would take now; null when nothing is ready. */
    next: workItemSchema.nullable(),
    /** When time alone changes a section next: a lease runs out or a not-before passes. */
    nextChangeAt: z.iso.datetime().nullable(),
    /** Id of the latest event; 0 when there is none. */
    lastEventId: z.int().nonnegative(),
  }),
  effect: 'read',
  mcp: { tool: 'work_items', action: 'status', brief: '' },
  cli: { path: ['status'], examples: ['status', 'status --json'] },
  tells: 'health',
  palette: 'repository',
  async run(context) {
    const health = await context.store.health();
    if (health.state === 'too-new') return { health, ...unreadable };
    const heartbeats = await context.store.heartbeats.all();
    const bytes = await context.store.maintenance.size();
    return context.store.read(async transaction => {
      const now = context.clock.now();
      const list = (section: WorkItemSection) =>
        transaction.workItems.list({ now, heartbeats, section, order: 'queue', limit: shownItems });
      const at = await nextChange(transaction, now, heartbeats, 'section');
      const [next] = await presentAll(
        transaction,
        await transaction.workItems.ready({ now, heartbeats }, 1),
        heartbeats,
        now,
      );
      const counts = await transaction.workItems.counts(now, heartbeats);
      return {
        health: withSize(health, { bytes, openItems: openOf(counts) }),
        counts,
        needsYou: await presentAll(transaction, await list('needs_you'), heartbeats, now),
        inFlight: await presentAll(transaction, await list('in_flight'), heartbeats, now),
        next: next ?? null,
        nextChangeAt: at === undefined ? null : new Date(at).toISOString(),
        lastEventId: await transaction.events.lastId(),
      };
    });
  },
});

/** What is said of a store that is sound otherwise, and only by `status`: every read would repeat it. */
function withSize(health: StoreHealth, size: StoreSize): StoreHealth {
  return health.state === 'ready' && health.reason === undefined ? { ...health, ...sizeConcern(size) } : health;
}

function openOf({ done, ...open }: Readonly<Record<WorkItemSection, number>>): number {
  return Object.values(open).reduce((sum, count) => sum + count, 0);
}
