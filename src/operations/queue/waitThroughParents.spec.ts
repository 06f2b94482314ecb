import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person, TestRepository } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { repositoryDashboard } from '../repository/repositoryDashboard.js';
import { queueAdd } from './queueAdd.js';
import { queueClaim } from './queueClaim.js';
import { queueDepend } from './queueDepend.js';
import { queueEdit } from './queueEdit.js';
import { queueImport } from './queueImport.js';
import { queueList } from './queueList.js';
import { queueNext } from './queueNext.js';

import { queueReopen } from './queueReopen.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';
import { queueUndepend } from './queueUndepend.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

const add = (title: string, more: { parent?: string; dependsOn?: string[]; priority?: number } = {}) =>
  repository.ok(queueAdd, { title, ...more });
const resolve = (id: string, status: 'done' | 'failed' | 'cancelled' = 'done') =>
  repository.ok(queueResolve, { id, status });
const readyRefs = async () =>
  (await repository.ok(queueList, { section: 'ready', order: 'queue' })).items.map(({ ref }) => ref);
const blockersOf = async (id: string) =>
  (await repository.ok(queueShow, { id })).item.blockedBy.map(({ ref, through }) => [ref, through]);

/** W-3 is a part of the epic W-2, which waits for W-1. */
async function epic(): Promise<void> {
  await add('Blocker', { priority: 3 });
  await add('Epic', { priority: 1, dependsOn: ['W-1'] });
  await add('Child', { priority: 0, parent: 'W-2' });
}

describe('a part of what is blocked', () => {
  it('waits everywhere, and says for what', async () => {
    await epic();
    expect((await repository.ok(queueShow, { id: 'W-3' })).item).toMatchObject({
      section: 'blocked',
      dependsOn: [],
      blockedBy: [{ ref: 'W-1', status: 'pending', through: 'W-2' }],
    });
    const { items } = await repository.ok(queueList, { section: 'blocked', order: 'queue' });
    expect(items.map(({ ref, blockedBy }) => [ref, blockedBy])).toEqual([
      ['W-3', [{ ref: 'W-1', status: 'pending', through: 'W-2' }]],
      ['W-2', [{ ref: 'W-1', status: 'pending' }]],
    ]);
    expect((await repository.ok(repositoryDashboard, {})).counts).toMatchObject({ ready: 1, blocked: 2 });
    expect(await repository.refused(queueClaim, { id: 'W-3' })).toMatchObject({
      message: 'W-3 “Child” is blocked by W-1 “Blocker” (pending), which blocks its parent W-2 “Epic”.',
      details: { blockedBy: ['W-1'] },
    });
    expect((await repository.ok(queueNext, {})).item.ref).toBe('W-1');
    expect((await repository.ok(queueShow, { id: 'W-1' })).dependents).toEqual([
      { ref: 'W-2', title: 'Epic', status: 'pending', blocked: true },
      { ref: 'W-3', title: 'Child', status: 'pending', blocked: true },
    ]);
    expect((await resolve('W-1')).freed.map(({ ref }) => ref)).toEqual(['W-2', 'W-3']);
    expect((await repository.ok(queueNext, {})).item.ref).toBe('W-3');
  });

  it('is named as stuck with it once the blocker failed', async () => {
    await epic();
    expect((await resolve('W-1', 'failed')).stillBlocked.map(({ ref }) => ref)).toEqual(['W-2', 'W-3']);
    const { stuck } = await repository.ok(repositoryDashboard, {});
    expect(stuck).toMatchObject({
      total: 2,
      rows: [
        { ref: 'W-2', blockedBy: [{ ref: 'W-1', status: 'failed' }] },
        { ref: 'W-3', blockedBy: [{ ref: 'W-1', status: 'failed' }] },
      ],
    });
  });

  const shapes: [string, () => Promise<unknown>, string[], Record<string, (string | undefined)[][]>][] = [
    [
      'of a grandparent',
      async () => {
        await epic();
        await add('Grandchild', { parent: 'W-3' });
      },
      ['W-1'],
      { 'W-4': [['W-1', 'W-2']] },
    ],
    [
      'of two ancestors that share a blocker, which is counted once',
      async () => {
        await epic();
        await repository.ok(queueDepend, { id: 'W-3', dependsOn: ['W-1'] });
        await add('Grandchild', { parent: 'W-3' });
        await repository.ok(queueUndepend, { id: 'W-2', dependsOn: ['W-1'] });
      },
      ['W-2', 'W-1'],
      { 'W-2': [], 'W-3': [['W-1', undefined]], 'W-4': [['W-1', 'W-3']] },
    ],
    [
      'of an epic that waits for one of its own parts: not that part, nor its siblings',
      async () => {
        await add('Epic');
        await add('First', { parent: 'W-1' });
        await add('Second', { parent: 'W-1' });
        await add('Below the first', { parent: 'W-2' });
        await repository.ok(queueDepend, { id: 'W-1', dependsOn: ['W-4'] });
      },
      ['W-2', 'W-3', 'W-4'],
      { 'W-1': [['W-4', undefined]], 'W-2': [] },
    ],
    [
      'below an epic whose part waits for another part',
      async () => {
        await add('Epic');
        await add('First', { parent: 'W-1' });
        await add('Second', { parent: 'W-1', dependsOn: ['W-2'] });
        await add('Below the second', { parent: 'W-3' });
      },
      ['W-1', 'W-2'],
      { 'W-4': [['W-2', 'W-3']] },
    ],
    [
      'of a blocker that was reopened',
      async () => {
        await epic();
        await resolve('W-1');
        await repository.ok(queueReopen, { id: 'W-1', reason: 'again' });
      },
      ['W-1'],
      { 'W-3': [['W-1', 'W-2']] },
    ],
    [
      'of a blocker that was cancelled',
      async () => {
        await epic();
        await resolve('W-1', 'cancelled');
      },
      [],
      { 'W-3': [['W-1', 'W-2']] },
    ],
    [
      'of another parent since, and no longer of that one',
      async () => {
        await epic();
        await add('Elsewhere');
        await add('Below it', { parent: 'W-4' });
        await repository.ok(queueEdit, { id: 'W-4', parent: 'W-2' });
        await repository.ok(queueEdit, { id: 'W-3', parent: '' });
      },
      ['W-3', 'W-1'],
      { 'W-3': [], 'W-4': [['W-1', 'W-2']], 'W-5': [['W-1', 'W-2']] },
    ],
    [
      'that came to stand below the epic together with what this waits for',
      async () => {
        await epic();
        await repository.ok(queueEdit, { id: 'W-1', parent: 'W-2' });
      },
      ['W-3', 'W-1'],
      { 'W-2': [['W-1', undefined]], 'W-3': [] },
    ],
    [
      'whose blocker has left the epic',
      async () => {
        await add('Epic');
        await add('First', { parent: 'W-1' });
        await add('Second', { parent: 'W-1' });
        await repository.ok(queueDepend, { id: 'W-1', dependsOn: ['W-2'] });
        await repository.ok(queueEdit, { id: 'W-2', parent: '' });
      },
      ['W-2'],
      { 'W-3': [['W-2', 'W-1']] },
    ],
    [
      'that was freed, as its dependency was removed',
      async () => {
        await epic();
        await repository.ok(queueUndepend, { id: 'W-2', dependsOn: ['W-1'] });
      },
      ['W-3', 'W-2', 'W-1'],
      { 'W-3': [] },
    ],
    [
      'that has ended, which holds nothing back',
      async () => {
        await epic();
        await resolve('W-2', 'cancelled');
      },
      ['W-3', 'W-1'],
      { 'W-3': [] },
    ],
    [
      'that ended and was reopened',
      async () => {
        await epic();
        await resolve('W-2', 'cancelled');
        await repository.ok(queueReopen, { id: 'W-2', reason: 'again' });
      },
      ['W-1'],
      { 'W-3': [['W-1', 'W-2']] },
    ],
    [
      'from a file',
      async () => {
        await repository.ok(queueImport, {
          jsonl: [
            '{"title":"Child","id":"c","parent":"e","priority":0}',
            '{"title":"Epic","id":"e","dependsOn":["b"]}',
            '{"title":"Blocker","id":"b"}',
          ].join('\n'),
        });
      },
      ['W-3'],
      { 'W-1': [['W-3', 'W-2']] },
    ],
  ];
  it.each(shapes)('%s', async (_name, make, ready, blockers) => {
    await make();
    expect(await readyRefs()).toEqual(ready);
    for (const [ref, expected] of Object.entries(blockers)) expect(await blockersOf(ref), ref).toEqual(expected);
  });

  it('is counted anew by next where an older program freed only its parent', async () => {
    await epic();
    await resolve('W-1');
    await resolve('W-2');
    await repository.store.transaction(async ({ workItems }) => {
      const row = await workItems.find({ by: 'number', number: 3 });
      if (row !== undefined) await workItems.change(row, { open_dependencies: 1 });
    });
    expect((await repository.ok(queueNext, {})).item.ref).toBe('W-3');
  });
});

describe('a cycle by way of a parent is refused', () => {
  it('when a dependency would close it', async () => {
    await epic();
    const refusal = await repository.refused(queueDepend, { id: 'W-1', dependsOn: ['W-3'] });
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      message: 'W-1 “Blocker” cannot depend on W-3 “Child”: this would create a cycle (W-1 → W-3 → W-1).',
    });
  });

  it('when a dependency of the parent would close it, naming the part', async () => {
    await add('Other');
    await add('Epic');
    await add('Child', { parent: 'W-2' });
    await repository.ok(queueDepend, { id: 'W-1', dependsOn: ['W-3'] });
    expect((await repository.refused(queueDepend, { id: 'W-2', dependsOn: ['W-1'] })).message).toBe(
      'W-2 “Epic” cannot depend on W-1 “Other”: W-3 “Child”, which is below W-2 “Epic”, would wait for that too, in a cycle (W-3 → W-1 → W-3).',
    );
  });

  it('when a new parent would close it, and when an old one is left', async () => {
    await add('Blocker');
    await add('Epic', { dependsOn: ['W-1'] });
    await add('Child');
    await repository.ok(queueDepend, { id: 'W-1', dependsOn: ['W-3'] });
    const before = await repository.dump();
    expect(await repository.refused(queueEdit, { id: 'W-3', parent: 'W-2' })).toMatchObject({
      code: 'invalid_input',
      message:
        'W-3 “Child” cannot be moved there: what is below a work item waits for its dependencies too, which would create a cycle (W-3 → W-1 → W-3).',
    });
    expect(await repository.dump()).toBe(before);

    // Within the epic, what it waits for holds none of its parts.
    await add('Whole');
    await repository.ok(queueEdit, { id: 'W-2', parent: 'W-4' });
    await repository.ok(queueEdit, { id: 'W-1', parent: 'W-2' });
    await repository.ok(queueEdit, { id: 'W-3', parent: 'W-2' });
    expect((await repository.refused(queueEdit, { id: 'W-1', parent: '' })).code).toBe('invalid_input');
    expect(await readyRefs()).toEqual(['W-3', 'W-4']);
  });

  it('in a file, whose line is named', async () => {
    const jsonl = [
      '{"title":"Epic","id":"e","dependsOn":["b"]}',
      '{"title":"Blocker","id":"b","dependsOn":["c"]}',
      '{"title":"Child","id":"c","parent":"e"}',
    ].join('\n');
    expect((await repository.refused(queueImport, { jsonl })).message).toBe(
      'Line 2: dependsOn creates a cycle (b → c → b).',
    );
  });
});

/** The rule in words of its own: what waits for what, from all items at once. */
class Model {
  readonly parent = new Map<number, number>();
  readonly edges = new Set<string>();
  readonly status = new Map<number, string>();

  above(item: number): number[] {
    const parent = this.parent.get(item);
    return parent === undefined ? [] : [parent, ...this.above(parent)];
  }

  blockers(item: number, isOpen: boolean): number[] {
    const found = new Set<number>();
    for (const holder of [item, ...this.above(item)]) {
      if (isOpen && holder !== item && this.status.get(holder) !== 'pending') continue;
      for (const edge of this.edges) {
        const [from, to] = edge.split('>').map(Number) as [number, number];
        if (from !== holder || (isOpen && this.status.get(to) === 'done')) continue;
        if (holder === item || !(to === holder || this.above(to).includes(holder))) found.add(to);
      }
    }
    return [...found];
  }

  hasRing(): boolean {
    const left = new Set(this.status.keys());
    for (let size = -1; size !== left.size; ) {
      size = left.size;
      for (const item of left) if (!this.blockers(item, false).some(to => left.has(to))) left.delete(item);
    }
    return left.size > 0;
  }
}

it('counts and cycles are those of the model after any sequence of changes', async () => {
  const items = 6;
  const item = fc.integer({ min: 1, max: items });
  const step = fc.oneof(
    fc.record({ act: fc.constant('depend' as const), one: item, other: item }),
    fc.record({ act: fc.constant('undepend' as const), one: item, other: item }),
    fc.record({ act: fc.constant('parent' as const), one: item, other: fc.integer({ min: 0, max: items }) }),
    fc.record({ act: fc.constantFrom('done' as const, 'failed' as const, 'reopen' as const), one: item }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async steps => {
      const own = new TestRepository();
      const model = new Model();
      try {
        for (let number = 1; number <= items; number += 1) {
          await own.add(`Item ${number}`);
          model.status.set(number, 'pending');
        }
        for (const each of steps) {
          const id = `W-${each.one}`;
          const isOpen = model.status.get(each.one) === 'pending';
          if (each.act === 'depend') {
            const edge = `${each.one}>${each.other}`;
            const isKnown = model.edges.has(edge);
            model.edges.add(edge);
            const fits = isOpen && each.one !== each.other && !model.hasRing();
            if (!fits && !isKnown) model.edges.delete(edge);
            const answer = await own.call(queueDepend, { id, dependsOn: [`W-${each.other}`] });
            if (!isKnown) expect(!isRefusal(answer), JSON.stringify(each)).toBe(fits);
          } else if (each.act === 'undepend') {
            model.edges.delete(`${each.one}>${each.other}`);
            await own.call(queueUndepend, { id, dependsOn: [`W-${each.other}`] });
          } else if (each.act === 'parent') {
            const before = model.parent.get(each.one);
            let fits = isOpen && each.other !== each.one && !model.above(each.other).includes(each.one);
            if (fits) {
              if (each.other === 0) model.parent.delete(each.one);
              else model.parent.set(each.one, each.other);
              if (model.hasRing()) {
                fits = false;
                if (before === undefined) model.parent.delete(each.one);
                else model.parent.set(each.one, before);
              }
            }
            const parent = each.other === 0 ? '' : `W-${each.other}`;
            expect(!isRefusal(await own.call(queueEdit, { id, parent })), JSON.stringify(each)).toBe(fits);
          } else if (each.act === 'reopen') {
            if (!isOpen) model.status.set(each.one, 'pending');
            await own.call(queueReopen, { id, reason: 'again' });
          } else {
            if (isOpen) model.status.set(each.one, each.act);
            await own.call(queueResolve, { id, status: each.act }, person);
          }
        }
        const { rows } = await own.store.maintenance.query('select number, open_dependencies from work_items', 100);
        for (const [number, counted] of rows) {
          expect(counted, `W-${number}`).toBe(model.blockers(Number(number), true).length);
        }
      } finally {
        await own.close();
      }
    }),
    { numRuns: 40 },
  );
});
