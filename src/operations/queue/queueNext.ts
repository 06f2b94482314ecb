import * as z from 'zod';
import type { Actor } from '../../domain/actor/actor.js';
import { isFor } from '../../domain/agent/agents.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { once } from '../../domain/once.js';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { foldLabel } from '../../domain/workItem/labels.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import { compareQueueOrder } from '../../domain/workItem/queueOrder.js';
import { assigneeSchema, labelSchema } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { lapsedClaims, lapsedItems } from '../../records/holding/lapsedClaims.js';
import { takeAnswers } from '../../records/thread/takeAnswers.js';
import { readLease } from '../../records/workItem/inputTime.js';
import { nextChange } from '../../records/workItem/nextChange.js';
import { claimOutput, leaseField } from '../../records/workItem/queueFields.js';
import { holdItem, threadOf } from '../../records/workItem/threadAccess.js';
import { noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { continuation, takeClaim } from './takeClaim.js';

interface Filter {
  readonly kind?: string | undefined;
  readonly label?: string | undefined;
  readonly assignee?: string | undefined;
}

/** Max retries after losing a race for an item. */
const attempts = 5;
const maxLeft = 20;
/** Max ready items that are looked through for one that the caller has not handed over. */
const maxHanded = 20;

export const queueNext = defineOperation({
  name: 'queue.next',
  order: 70,
  title: 'Claim Next Work Item',
  menuTitle: 'Claim Next',
  summary:
    'Claims the next ready work item by priority, rank, due date and age; skips blocked and scheduled ones, parents with open children, and what is assigned to others.',
  input: z.strictObject({
    kind: z.string().trim().min(1).max(100).optional().describe('Only this kind'),
    label: labelSchema.optional().describe('Only with this label'),
    assignee: assigneeSchema.min(1).optional().describe('Only items assigned to this name'),
    lease: leaseField,
  }),
  output: claimOutput.extend({
    /** After an expired claim without a task or lane: uncommitted files here, possibly left by its holder. */
    left: z.array(z.string()),
  }),
  effect: 'write',
  claim: 'begins',
  mcp: {
    tool: 'work_items',
    action: 'next',
    brief: 'claim the best ready item',
    rare: ['label', 'assignee', 'lease'],
    whole: 'item',
  },
  cli: { examples: ['queue next', 'queue next --kind bug --label ci', 'queue next --lease 30m --json'] },
  enabledWith: 'items',
  palette: 'items',
  async run(context, input) {
    const leaseMs = readLease(input.lease);
    const { kind, label, assignee } = input;
    const lapsed = await lapsedClaims(context);
    const claimFirst = () =>
      context.store.transaction(async transaction => {
        const now = context.clock.now();
        const own = (kind ?? label ?? assignee) === undefined ? await ownItem(context, transaction, now) : undefined;
        if (own !== undefined) return own;
        const heartbeats = once(() => transaction.heartbeats());
        // Getters: a folder is listed for heartbeats only if a row's lease has expired.
        const filter = {
          now,
          get heartbeats() {
            return heartbeats();
          },
          kind,
          label,
          assignee,
          actor: context.actor,
        };
        const claimer = {
          actor: context.actor,
          now,
          get heartbeats() {
            return heartbeats();
          },
          leaseMs,
          defaultLeaseMs: context.settings.leaseMs,
        };
        // A concurrent writer may take the first one between the two statements.
        for (let attempt = 0; attempt < attempts; attempt += 1) {
          const left = (await lapsedItems(transaction, lapsed)).filter(row => matches(row, filter));
          const best = async (limit: number) =>
            [...(await transaction.workItems.ready(filter, limit)), ...left].sort(compareQueueOrder);
          let [first] = await best(1);
          if (first !== undefined && (await isHandedBy(transaction, context.actor, first))) {
            for (const other of await best(maxHanded)) {
              if (await isHandedBy(transaction, context.actor, other)) continue;
              first = other;
              break;
            }
          }
          if (first === undefined) {
            if ((await transaction.dependencies.recountBlockedParts()).length === 0) return undefined;
            continue;
          }
          const taken = await takeClaim(transaction, first, claimer);
          if (taken === undefined) continue;
          const { row, takeover, previousOwner } = taken;
          const item = await presentOne(transaction, row, noHeartbeats, now);
          // Work begins with a claim: before the first one, nothing can go on.
          return { item, takeover, previousOwner, isFirst: first.token === 0 };
        }
        return undefined;
      });
    // An item may become ready by what its agent named for a question that nobody answered.
    const claim = (await claimFirst()) ?? ((await takeAnswers(context)) ? await claimFirst() : undefined);
    if (claim === undefined) return nothingReady(context, input);
    const { isFirst, ...claimed } = claim;
    const continues = isFirst ? null : await continuation(context, claim.item.id);
    return { ...claimed, continues, left: claim.takeover && continues === null ? await leftFiles(context) : [] };
  },
});

interface Wanted extends Filter {
  readonly actor: Actor;
}

/** True for an item that `ready` would list, if its claim had expired. */
function matches(row: WorkItemRow, { kind, label, assignee, actor }: Wanted): boolean {
  const labels = JSON.parse(row.labels) as readonly string[];
  return (
    row.open_dependencies === 0 &&
    (kind === undefined || row.kind === kind) &&
    (label === undefined || labels.some(one => foldLabel(one) === foldLabel(label))) &&
    (assignee === undefined ? row.assignee === null || isFor(row.assignee, actor) : row.assignee === assignee)
  );
}

/** True for work that the caller has just handed over: the next one is to have it, the caller only if nothing else is ready. */
async function isHandedBy({ events }: Transaction, { name }: Actor, row: WorkItemRow): Promise<boolean> {
  if (row.status !== 'in_flight' || row.owner !== name) return false;
  const [last] = await events.list({ workItemId: row.id, type: 'work_item_handed_over' }, 'newest', 1);
  return last?.actor === name && presentEvent(last).payload.token === row.token;
}

/** The work item of the worktree's lane. */
async function ownItem({ workTree, actor }: Context, transaction: Transaction, now: number) {
  const lanes = workTree === undefined ? [] : await transaction.lanes.list(openStatuses);
  const lane = lanes.find(({ worktree_path, kind }) => worktree_path === workTree?.root && kind === 'implement');
  const thread = lane && (await threadOf(transaction, lane.work_item_id));
  if (lane === undefined || thread === undefined || thread.item.status !== 'in_flight') return undefined;
  const { assignee } = thread.item;
  const isForOther = assignee !== null && actor.role === 'agent' && !isFor(assignee, actor);
  if (isForOther && isLeaseExpired(thread.item, noHeartbeats, now)) return undefined;
  const worker = thread.lanes.find(one => one.lane.id === lane.id)?.worker;
  if (worker?.agent == null) {
    const place = formatRef('lane', lane.number);
    await holdItem({ transaction, actor, now }, thread, { name: actor.name, role: actor.role, place });
  }
  const held = (await threadOf(transaction, thread.item.id))?.item ?? thread.item;
  const item = await presentOne(transaction, held, noHeartbeats, now);
  return { item, takeover: false, previousOwner: null, isFirst: false };
}

/** Uncommitted paths here, up to a readable number. None if git fails: the item is already claimed. */
async function leftFiles({ workTree, log }: Context): Promise<string[]> {
  const changes = await workTree?.changes().catch(error => {
    log.warn(`Could not list the files that the last holder left: ${String(error)}`);
    return [];
  });
  if (changes === undefined) return [];
  return changes.slice(0, maxLeft).map(({ path }) => path);
}

/** Describes the alternatives, so that a caller can decide whether to wait, and how long. */
async function nothingReady(context: Context, filter: Filter): Promise<Refusal> {
  const { counts, at } = await context.store.read(async transaction => {
    const now = context.clock.now();
    const heartbeats = transaction.heartbeats();
    return {
      counts: await transaction.workItems.counts(now, heartbeats),
      at: await nextChange(transaction, now, heartbeats, 'ready'),
    };
  });
  const filters = [
    filter.kind && `kind: ${filter.kind}`,
    filter.label && `label: ${filter.label}`,
    filter.assignee && `assignee: ${filter.assignee}`,
  ]
    .filter(Boolean)
    .join(', ');
  const nextChangeAt = at === undefined ? null : new Date(at).toISOString();
  const others = message('queue.others', {
    inFlight: counts.in_flight,
    blocked: counts.blocked,
    scheduled: counts.scheduled,
    waiting: counts.needs_you,
  });
  return refuse(
    'nothing_ready',
    message('queue.nothingReady', { which: filters === '' ? '' : ` (${filters})`, others }),
    {
      // Without a filter, remaining ready items are not for this caller.
      ...(filters === '' && counts.ready > 0 ? { next: [{ operation: 'queue.ready', input: {} }] as const } : {}),
      hint:
        filters === '' && counts.ready > 0
          ? message('queue.notForYouHint', { count: counts.ready })
          : nextChangeAt === null
            ? message('queue.nothingReadyHint')
            : message('queue.nextChangeHint', { time: nextChangeAt }),
      details: { ...counts, nextChangeAt },
    },
  );
}
