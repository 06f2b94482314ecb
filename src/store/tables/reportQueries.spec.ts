import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noDue } from '../../domain/workItem/queueOrder.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { systemClock } from '../../platform/clock.js';
import { randomIds } from '../../platform/idSource.js';
import { silentLog } from '../../platform/log.js';
import { openSqljsStore } from '../engine/sqljs/openSqljsStore.js';
import type { Store } from '../store.js';

let directory: string;
let store: Store;

const at = (text: string): number => Date.parse(`2026-11-${text}`);

function row(
  number: number,
  more: Partial<Omit<WorkItemRow, 'repository_id'>> = {},
): Omit<WorkItemRow, 'repository_id'> {
  const created = more.created_at ?? at('01T00:00Z');
  return {
    id: `item-${number}`,
    number,
    key: null,
    title: `Item ${number}`,
    kind: 'task',
    status: 'pending',
    priority: 2,
    rank: 0,
    payload: 'null',
    labels: '[]',
    owner: null,
    owner_role: null,
    token: 0,
    lease_until: null,
    not_before: null,
    due_at: null,
    due_sort: noDue,
    open_dependencies: 0,
    question: null,
    answer: null,
    notes: null,
    queued_by: null,
    claimed_at: null,
    resolved_at: null,
    created_at: created,
    updated_at: Math.max(created, more.resolved_at ?? 0),
    revision: 1,
    assignee: null,
    parent_id: null,
    task_id: null,
    questions: null,
    ...more,
  };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stateroom-report-'));
  store = openSqljsStore({
    directory: join(directory, 'stateroom'),
    wasmFile: createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    mode: 'async',
  });
  await store.transaction(async tx => {
    await tx.workItems.insert([
      // Days begin at 23:00 UTC for someone an hour east of Greenwich.
      row(1, { created_at: at('18T22:59:59.999Z') }),
      row(2, { created_at: at('18T23:00Z'), status: 'done', resolved_at: at('20T22:59:59.999Z') }),
      row(3, { created_at: at('19T22:59Z'), status: 'failed', resolved_at: at('19T23:00Z') }),
      row(4, { created_at: at('19T23:00Z'), status: 'cancelled', resolved_at: at('20T23:00Z') }),
      row(5, { created_at: at('02T12:00Z'), status: 'done', resolved_at: at('20T12:00Z') }),
      row(6, { created_at: at('20T12:00Z'), status: 'waiting_human', question: 'Which?' }),
      row(7, { created_at: at('02T12:00Z'), open_dependencies: 1 }),
      row(8, { created_at: at('02T12:00Z'), open_dependencies: 2, title: 'Held up' }),
      row(9, { created_at: at('02T12:00Z'), open_dependencies: 1 }),
    ]);
    const edge = (from: number, to: number) => ({
      work_item_id: `item-${from}`,
      depends_on_id: `item-${to}`,
      created_at: at('20T12:00Z'),
    });
    // 8 waits for what failed and what was cancelled; 7 waits for the question, 9 for 7; 2 is done and waits no more.
    await tx.dependencies.insert([edge(8, 4), edge(8, 3), edge(7, 6), edge(9, 7), edge(2, 6)]);
    const asked = (id: number, ts: number, type: string, payload = '{}') => ({
      ts,
      type,
      actor: 'ada',
      role: 'agent' as const,
      harness: null,
      model: null,
      effort: null,
      session: null,
      lane: null,
      work_item_id: `item-${id}`,
      task_id: null,
      payload,
    });
    await tx.events.append([
      asked(6, 1000, 'work_item_asked'),
      asked(6, 3000, 'work_item_asked', '{"question":"Which one?"}'),
      asked(6, 4000, 'work_item_edited'),
      asked(5, 2000, 'work_item_resolved'),
    ]);
  });
});

afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

describe('questions that reports ask', () => {
  it('counts created and resolved items from bound to bound', async () => {
    const bounds = [at('18T23:00Z'), at('19T23:00Z'), at('20T23:00Z')];
    expect(await store.read(tx => tx.reports.countPeriods(bounds))).toEqual([
      { created: 2, resolved: 0 },
      { created: 2, resolved: 3 },
    ]);
    expect(await store.read(tx => tx.reports.countPeriods([at('01T00:00Z'), at('28T00:00Z')]))).toEqual([
      { created: 9, resolved: 4 },
    ]);
    expect(await store.read(tx => tx.reports.countPeriods([at('27T00:00Z'), at('28T00:00Z')]))).toEqual([
      { created: 0, resolved: 0 },
    ]);
    expect(await store.read(tx => tx.reports.countPeriods([]))).toEqual([]);
  });

  it('follows open dependents as far as they go', async () => {
    expect(await store.read(tx => tx.reports.openDependents(['item-6', 'item-1']))).toEqual(
      new Map([
        ['item-6', ['item-7']],
        ['item-7', ['item-9']],
      ]),
    );
  });

  it('finds what waits for work that ended without being done', async () => {
    expect(await store.read(tx => tx.reports.stuck(5))).toEqual({
      total: 1,
      edges: [
        { number: 8, title: 'Held up', blockerNumber: 3, blockerStatus: 'failed' },
        { number: 8, title: 'Held up', blockerNumber: 4, blockerStatus: 'cancelled' },
      ],
    });
    expect(await store.read(tx => tx.reports.stuck(0))).toEqual({ total: 1, edges: [] });
  });

  it('knows when an item last asked, and titles', async () => {
    expect(await store.read(tx => tx.reports.lastAsked(['item-6', 'item-5']))).toEqual(
      new Map([['item-6', { at: 3000, payload: '{"question":"Which one?"}' }]]),
    );
    expect(await store.read(tx => tx.reports.titles(['item-8', 'no-such']))).toEqual(new Map([['item-8', 'Held up']]));
  });
});
