import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person, TestRepository } from '../../../test/support/testRepository.js';
import { queueClaim } from './queueClaim.js';
import { queueDepend } from './queueDepend.js';
import { queueReopen } from './queueReopen.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';
import { queueUndepend } from './queueUndepend.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

describe('dependencies', () => {
  it('block an item until all of them are done', async () => {
    await repository.add('A');
    await repository.add('B');
    await repository.add('C', { dependsOn: ['W-1', 'W-2'] });
    expect(await repository.ok(queueResolve, { id: 'W-1', status: 'done' })).toMatchObject({
      freed: [],
      stillBlocked: [],
    });
    expect((await repository.ok(queueShow, { id: 'W-3' })).item.blockedBy).toEqual([{ ref: 'W-2', status: 'pending' }]);
    const { freed } = await repository.ok(queueResolve, { id: 'W-2', status: 'done' });
    expect(freed).toEqual([{ ref: 'W-3', title: 'C', status: 'pending' }]);
    expect((await repository.ok(queueShow, { id: 'W-3' })).item.section).toBe('ready');
  });

  it.each(['failed', 'cancelled'] as const)('that end as %s keep blocking, and say so', async status => {
    await repository.add('A');
    await repository.add('B', { dependsOn: ['W-1'] });
    expect(await repository.ok(queueResolve, { id: 'W-1', status })).toMatchObject({
      freed: [],
      stillBlocked: [{ ref: 'W-2', title: 'B', status: 'pending' }],
    });
    expect((await repository.ok(queueShow, { id: 'W-2' })).item).toMatchObject({
      section: 'blocked',
      blockedBy: [{ ref: 'W-1', status }],
    });
    expect((await repository.refused(queueClaim, { id: 'W-2' })).message).toBe(
      `W-2 “B” is blocked by W-1 “A” (${status}).`,
    );
    await repository.ok(queueReopen, { id: 'W-1', reason: 'again' });
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    await repository.ok(queueClaim, { id: 'W-2' });
  });

  it('block again when a done one is reopened', async () => {
    await repository.add('A');
    await repository.add('B', { dependsOn: ['W-1'] });
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    await repository.ok(queueReopen, { id: 'W-1', reason: 'reverted' });
    expect((await repository.ok(queueShow, { id: 'W-2' })).item.section).toBe('blocked');
  });

  it('on something done do not block', async () => {
    await repository.add('A');
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    expect(await repository.add('B', { dependsOn: ['W-1'] })).toMatchObject({ section: 'ready', dependsOn: ['W-1'] });
  });

  it('are added and removed with one event, and not twice', async () => {
    for (const title of ['A', 'B', 'C']) await repository.add(title);
    const { item } = await repository.ok(queueDepend, { id: 'W-3', dependsOn: ['W-1', 'W-2', 'W-1'] });
    expect(item).toMatchObject({ dependsOn: ['W-1', 'W-2'], section: 'blocked' });
    const before = await repository.dump();
    await repository.ok(queueDepend, { id: 'W-3', dependsOn: ['W-2'] });
    expect(await repository.dump()).toBe(before);
    expect((await repository.ok(queueUndepend, { id: 'W-3', dependsOn: ['W-1'] })).item.dependsOn).toEqual(['W-2']);
    await repository.ok(queueUndepend, { id: 'W-3', dependsOn: ['W-1'] });
    expect((await repository.ok(queueUndepend, { id: 'W-3', dependsOn: ['W-2'] })).item.section).toBe('ready');
    expect((await repository.eventTypes()).slice(3)).toEqual([
      'work_item_dependency_added',
      'work_item_dependency_removed',
      'work_item_dependency_removed',
    ]);
  });

  it('that are done count for nothing when they are removed', async () => {
    for (const title of ['A', 'B']) await repository.add(title);
    await repository.add('C', { dependsOn: ['W-1', 'W-2'] });
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    await repository.ok(queueUndepend, { id: 'W-3', dependsOn: ['W-1'] });
    expect((await repository.ok(queueShow, { id: 'W-3' })).item).toMatchObject({
      section: 'blocked',
      dependsOn: ['W-2'],
    });
    await repository.ok(queueResolve, { id: 'W-2', status: 'done' });
    expect((await repository.ok(queueShow, { id: 'W-3' })).item.section).toBe('ready');
  });

  it('are refused on itself and in a cycle, which is named', async () => {
    for (const title of ['A', 'B', 'C']) await repository.add(title);
    expect(await repository.refused(queueDepend, { id: 'W-1', dependsOn: ['W-1'] })).toMatchObject({
      code: 'invalid_input',
      message: 'W-1 “A” cannot depend on itself.',
    });
    await repository.ok(queueDepend, { id: 'W-2', dependsOn: ['W-1'] });
    await repository.ok(queueDepend, { id: 'W-3', dependsOn: ['W-2'] });
    expect(await repository.refused(queueDepend, { id: 'W-1', dependsOn: ['W-3'] })).toMatchObject({
      code: 'invalid_input',
      message: 'W-1 “A” cannot depend on W-3 “C”: this would create a cycle (W-1 → W-3 → W-2 → W-1).',
    });
  });

  it('of an ended item cannot be added', async () => {
    await repository.add('A');
    await repository.add('B');
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    expect((await repository.refused(queueDepend, { id: 'W-1', dependsOn: ['W-2'] })).code).toBe(
      'transition_not_allowed',
    );
  });

  it('are shown from both sides', async () => {
    await repository.add('A');
    await repository.add('B', { dependsOn: ['W-1'] });
    expect(await repository.ok(queueShow, { id: 'W-1' })).toMatchObject({
      dependencies: [],
      dependents: [{ ref: 'W-2', title: 'B', status: 'pending', blocked: true }],
    });
    expect(await repository.ok(queueShow, { id: 'W-2' })).toMatchObject({
      dependencies: [{ ref: 'W-1', title: 'A', status: 'pending' }],
      dependents: [],
    });
  });

  it('are counted right after any sequence of changes', async () => {
    const items = 6;
    const ref = fc.integer({ min: 1, max: items }).map(number => `W-${number}`);
    const step = fc.oneof(
      fc.record({ act: fc.constant('depend' as const), id: ref, on: fc.array(ref, { minLength: 1, maxLength: 3 }) }),
      fc.record({ act: fc.constant('undepend' as const), id: ref, on: fc.array(ref, { minLength: 1, maxLength: 3 }) }),
      fc.record({ act: fc.constantFrom('done' as const, 'failed' as const, 'cancelled' as const), id: ref }),
      fc.record({ act: fc.constant('reopen' as const), id: ref }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
        const own = new TestRepository();
        try {
          for (let number = 1; number <= items; number += 1) await own.add(`Item ${number}`);
          for (const each of steps) {
            if (each.act === 'depend') await own.call(queueDepend, { id: each.id, dependsOn: each.on });
            else if (each.act === 'undepend') await own.call(queueUndepend, { id: each.id, dependsOn: each.on });
            else if (each.act === 'reopen') await own.call(queueReopen, { id: each.id, reason: 'again' });
            else await own.call(queueResolve, { id: each.id, status: each.act }, person);
          }
          await expectCountsToFit(own);
        } finally {
          await own.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Counts from the edges and the statuses what the store says that it keeps up. */
async function expectCountsToFit(own: TestRepository): Promise<void> {
  const all = async (sql: string) => (await own.store.maintenance.query(sql, 10_000)).rows;
  const items = await all('select id, status, open_dependencies from work_items');
  const edges = await all('select work_item_id, depends_on_id from work_item_dependencies');
  const status = new Map(items.map(([id, value]) => [id, value]));
  for (const [id, , counted] of items) {
    const open = edges.filter(([from, to]) => from === id && status.get(to ?? '') !== 'done');
    expect(counted).toBe(open.length);
  }
  // And no cycle has come about: taking away what waits for nothing leaves nothing.
  let left = edges;
  for (let size = -1; size !== left.length; ) {
    size = left.length;
    left = left.filter(([, to]) => left.some(([from]) => from === to));
  }
  expect(left).toEqual([]);
}
