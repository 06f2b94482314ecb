import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { eventsTail } from '../events/eventsTail.js';
import { queueReady } from './queueReady.js';
import { queueReopen } from './queueReopen.js';
import { queueReprioritise } from './queueReprioritise.js';
import { queueResolve } from './queueResolve.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

async function order(of: TestRepository = repository): Promise<string> {
  return (await of.ok(queueReady, {})).items.map(item => item.title).join('');
}

async function addAll(titles: string, of: TestRepository = repository): Promise<void> {
  for (const title of titles) await of.add(title);
}

describe('moving a work item', () => {
  it('goes before, after, to the top and to the bottom', async () => {
    await addAll('ABCDE');
    await repository.ok(queueReprioritise, { id: 'W-4', before: 'W-2' });
    expect(await order()).toBe('ADBCE');
    await repository.ok(queueReprioritise, { id: 'W-1', after: 'W-3' });
    expect(await order()).toBe('DBCAE');
    await repository.ok(queueReprioritise, { id: 'W-5', position: 'top' });
    expect(await order()).toBe('EDBCA');
    await repository.ok(queueReprioritise, { id: 'W-5', position: 'bottom' });
    expect(await order()).toBe('DBCAE');
    await repository.ok(queueReprioritise, { id: 'W-4', after: 'W-5' });
    expect(await order()).toBe('BCAED');
  });

  it('leaves new items behind those that were placed by hand', async () => {
    await addAll('ABC');
    await repository.ok(queueReprioritise, { id: 'W-3', before: 'W-2' });
    await addAll('D');
    expect(await order()).toBe('ACBD');
  });

  it('makes room even when the moved item keeps its own rank', async () => {
    await addAll('ABC');
    await repository.ok(queueReprioritise, { id: 'W-2', before: 'W-1' });
    expect(await order()).toBe('BAC');
    const { item } = await repository.ok(queueReprioritise, { id: 'W-2', after: 'W-1' });
    expect(item.rank).toBe(-1);
    expect(await order()).toBe('ABC');
  });

  it('takes the priority of the item beside it', async () => {
    await addAll('AB');
    await repository.add('U', { priority: 0 });
    const { item } = await repository.ok(queueReprioritise, { id: 'W-2', before: 'W-3' });
    expect(item.priority).toBe(0);
    expect(await order()).toBe('BUA');
  });

  it('changes the priority and forgets the place in the old one', async () => {
    await addAll('AB');
    await repository.ok(queueReprioritise, { id: 'W-2', position: 'top' });
    const { item } = await repository.ok(queueReprioritise, { id: 'W-2', priority: 1 });
    expect(item).toMatchObject({ priority: 1, rank: 0 });
    await repository.add('C', { priority: 1 });
    await repository.ok(queueReprioritise, { id: 'W-1', priority: 1, position: 'top' });
    expect(await order()).toBe('ABC');
  });

  it('writes one event for the item that was moved, and none when it stands there already', async () => {
    await addAll('ABC');
    await repository.ok(queueReprioritise, { id: 'W-3', before: 'W-2' });
    expect((await repository.ok(eventsTail, { limit: 1 })).events[0]).toMatchObject({
      type: 'work_item_reprioritised',
      workItem: 'W-3',
      payload: { priority: 2, from: { priority: 2, rank: 0 } },
    });
    const before = await repository.dump();
    await repository.ok(queueReprioritise, { id: 'W-3', before: 'W-2' });
    await repository.ok(queueReprioritise, { id: 'W-3', after: 'W-1' });
    await repository.ok(queueReprioritise, { id: 'W-1', position: 'top' });
    await repository.ok(queueReprioritise, { id: 'W-2', position: 'bottom' });
    await repository.ok(queueReprioritise, { id: 'W-2', priority: 2 });
    expect(await repository.dump()).toBe(before);
  });

  it('moves nothing for an item that stands there already among equals', async () => {
    await addAll('ABC');
    const before = await repository.dump();
    await repository.ok(queueReprioritise, { id: 'W-2', after: 'W-1' });
    await repository.ok(queueReprioritise, { id: 'W-2', before: 'W-3' });
    expect(await repository.dump()).toBe(before);
  });

  it('does not move the time of change of those that made room', async () => {
    await addAll('ABC');
    const before = new Map((await repository.ok(queueReady, {})).items.map(item => [item.title, item]));
    repository.now += 1000;
    await repository.ok(queueReprioritise, { id: 'W-3', before: 'W-2' });
    const after = new Map((await repository.ok(queueReady, {})).items.map(item => [item.title, item]));
    expect(after.get('A')?.updatedAt).toBe(before.get('A')?.updatedAt);
    expect(after.get('A')?.revision).toBe(2);
    expect(after.get('B')).toEqual(before.get('B'));
    expect(after.get('C')?.updatedAt).toBe('2026-11-02T10:00:01.000Z');
  });

  it('refuses what makes no sense', async () => {
    await addAll('AB');
    await repository.add('gone');
    await repository.ok(queueResolve, { id: 'W-3', status: 'done' });
    const refusals: [object, string, string][] = [
      [{ id: 'W-1' }, 'invalid_input', 'Nothing to change.'],
      [{ id: 'W-1', before: 'W-1' }, 'invalid_input', 'W-1 “A” cannot be moved before or after itself.'],
      [{ id: 'W-1', before: 'W-3' }, 'transition_not_allowed', 'W-3 “gone” is done and has no position in the queue.'],
      [{ id: 'W-3', position: 'top' }, 'transition_not_allowed', 'W-3 “gone” is done and cannot be moved.'],
      [{ id: 'W-1', before: 'W-2', priority: 0 }, 'invalid_input', 'priority: W-2 “B” has priority 2, not 0.'],
      [{ id: 'W-1', before: 'W-2', after: 'W-2' }, 'invalid_input', 'Use before or after, not both.'],
      [{ id: 'W-1', before: 'W-2', position: 'top' }, 'invalid_input', 'Use before or position, not both.'],
      [{ id: 'W-1', before: 'W-9' }, 'not_found', 'Work item W-9 not found.'],
    ];
    for (const [input, code, message] of refusals) {
      expect(await repository.refused(queueReprioritise, input)).toMatchObject({ code, message });
    }
  });

  it('is refused, as reopening is, for one who saw another revision', async () => {
    await addAll('AB');
    await repository.ok(queueReprioritise, { id: 'W-1', position: 'bottom', revision: 1 });
    const before = await repository.dump();
    expect(await repository.refused(queueReprioritise, { id: 'W-1', position: 'top', revision: 1 })).toMatchObject({
      code: 'stale',
      message: 'W-1 “A” is at revision 2, not 1. It is now pending.',
    });
    expect(await repository.dump()).toBe(before);
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    expect(await repository.refused(queueReopen, { id: 'W-1', reason: 'no', revision: 2 })).toMatchObject({
      code: 'stale',
    });
    await repository.ok(queueReopen, { id: 'W-1', reason: 'yes', revision: 3 });
  });

  it('puts every item where a list would, under any sequence of moves', async () => {
    const titles = 'ABCDEF';
    const move = fc.record({
      item: fc.nat(titles.length - 1),
      beside: fc.nat(titles.length - 1),
      how: fc.constantFrom('before' as const, 'after' as const, 'top' as const, 'bottom' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 30 }), async moves => {
        const own = new TestRepository();
        try {
          await addAll(titles, own);
          let expected = [...titles];
          for (const { item, beside, how } of moves) {
            if (item === beside) continue;
            const [moved, anchor] = [titles.charAt(item), titles.charAt(beside)];
            const target = how === 'top' || how === 'bottom' ? { position: how } : { [how]: `W-${beside + 1}` };
            await own.ok(queueReprioritise, { id: `W-${item + 1}`, ...target });
            expected = expected.filter(title => title !== moved);
            const at = expected.indexOf(anchor);
            if (how === 'top') expected.unshift(moved);
            else if (how === 'bottom') expected.push(moved);
            else expected.splice(how === 'before' ? at : at + 1, 0, moved);
            expect(await order(own)).toBe(expected.join(''));
          }
        } finally {
          await own.close();
        }
      }),
      { numRuns: 25 },
    );
  });
});
