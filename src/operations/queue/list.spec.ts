import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import { type WorkItem, workItemSections } from '../../domain/workItem/workItem.js';
import { repositoryStatus } from '../repository/repositoryStatus.js';
import { queueAnnotate } from './queueAnnotate.js';
import { queueAsk } from './queueAsk.js';
import { queueClaim } from './queueClaim.js';
import { queueHeartbeat } from './queueHeartbeat.js';
import { queueList } from './queueList.js';
import { queueReady } from './queueReady.js';
import { queueReplay } from './queueReplay.js';
import { queueReprioritise } from './queueReprioritise.js';
import { queueResolve } from './queueResolve.js';

const minute = 60_000;
let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

const titles = (page: { items: WorkItem[] }) => page.items.map(item => item.title);

/** One item in every place it can be in, and time enough for one claim to have run out. */
async function addOneOfEach(of: TestRepository = repository): Promise<void> {
  await of.add('ready');
  await of.add('blocked', { dependsOn: ['W-1'] });
  await of.add('scheduled', { notBefore: '+1d' });
  await of.add('asked', { question: 'Which?' });
  for (const title of ['running', 'ran out', 'kept alive', 'hers']) await of.add(title);
  await of.ok(queueClaim, { id: 'W-5', lease: '2h' });
  await of.ok(queueClaim, { id: 'W-6', lease: '10m' }, otherAgent);
  await of.ok(queueClaim, { id: 'W-7', lease: '10m' });
  await of.ok(queueClaim, { id: 'W-8' }, person);
  for (const status of ['done', 'failed', 'cancelled'] as const) {
    const { ref } = await of.add(status);
    await of.ok(queueResolve, { id: ref, status });
  }
  of.now += 9 * minute;
  await of.ok(queueHeartbeat, { id: 'W-7', lease: '1h' });
  of.now += minute;
}

describe('listing', () => {
  it.each([
    ['needs_you', ['asked']],
    ['ready', ['ran out', 'ready']],
    ['in_flight', ['hers', 'kept alive', 'running']],
    ['blocked', ['blocked']],
    ['scheduled', ['scheduled']],
    ['done', ['cancelled', 'failed', 'done']],
  ] as const)('the section %s', async (section, expected) => {
    await addOneOfEach();
    expect(titles(await repository.ok(queueList, { section }))).toEqual(expected);
    const inQueueOrder = titles(await repository.ok(queueList, { section, order: 'queue' }));
    expect(inQueueOrder).toEqual([...expected].reverse());
  });

  it('ends a schedule in the very moment that was named', async () => {
    await repository.add('later', { notBefore: '+1m' });
    const standing = async () => {
      const { counts, nextChangeAt } = await repository.ok(repositoryStatus, {});
      const listed = titles(await repository.ok(queueList, { section: 'scheduled' })).length;
      return [counts?.scheduled, counts?.ready, listed, nextChangeAt];
    };
    repository.now += minute - 1;
    expect(await standing()).toEqual([1, 0, 1, '2026-11-02T10:01:00.000Z']);
    repository.now += 1;
    expect(await standing()).toEqual([0, 1, 0, null]);
  });

  it('finds by the beginning of the ref, as it is typed in a picker', async () => {
    await addOneOfEach();
    const found = async (text: string) =>
      (await repository.ok(queueList, { text, order: 'created' })).items.map(({ ref }) => ref);
    expect(await found('W-1')).toEqual(['W-1', 'W-10', 'W-11']);
    expect(await found('w11')).toEqual(['W-11']);
    expect(await found('W-')).toHaveLength(11);
    for (const none of ['W-2x', 'F-1', 'W--1', 'W-%', '1']) expect(await found(none)).toEqual([]);
  });

  it('filters by status, kind, label, owner and text, alone and together', async () => {
    await addOneOfEach();
    await repository.add('Größe 100% _x', { kind: 'bug', labels: ['ui'], id: 'größe-x' });
    const list = async (filter: Parameters<typeof repository.ok<typeof queueList.input, typeof queueList.output>>[1]) =>
      titles(await repository.ok(queueList, filter));
    expect(await list({ status: 'in_flight' })).toEqual(['hers', 'kept alive', 'ran out', 'running']);
    expect(await list({ owner: 'codex' })).toEqual(['kept alive', 'running']);
    expect(await list({ owner: 'claude', section: 'ready' })).toEqual(['ran out']);
    expect(await list({ kind: 'bug' })).toEqual(['Größe 100% _x']);
    expect(await list({ label: 'ui' })).toEqual(['Größe 100% _x']);
    expect(await list({ label: 'u' })).toEqual([]);
    expect(await list({ priority: 2, section: 'needs_you' })).toEqual(['asked']);
    expect(await list({ priority: 1 })).toEqual([]);
    expect(await list({ priority: 2, section: 'ready', order: 'queue' })).toEqual([
      'ready',
      'ran out',
      'Größe 100% _x',
    ]);
    expect(await list({ text: 'BLOCK' })).toEqual(['blocked']);
    expect(await list({ text: '100% _' })).toEqual(['Größe 100% _x']);
    expect(await list({ text: 'Größe' })).toEqual(['Größe 100% _x']);
    expect(await list({ text: 'größe-x' })).toEqual(['Größe 100% _x']);
    expect(await list({ text: '%' })).toEqual(['Größe 100% _x']);
    expect(await list({ text: '\\' })).toEqual([]);
    expect(await list({ status: 'pending', section: 'done' })).toEqual([]);
  });

  it.each([
    ['ui', ['plain']],
    ['UI', ['plain']],
    ['release notes', ['plain']],
    ['Release', []],
    ['notes', []],
    ['übersetzung', ['marks', 'plain']],
    ['ÜBERSETZUNG', ['marks', 'plain']],
    ['say "HI"', ['marks']],
    ['hi', []],
    ['"hi"', []],
    ['100% *[a?]_', ['marks']],
    ['100% xxxaxxx', []],
    ['c:\\a', ['marks']],
    ['b', ['marks']],
    ['z', []],
  ])('filters by the label %s as a whole, without regard to case', async (label, found) => {
    await repository.add('plain', { labels: ['Ui', 'Release Notes', 'Übersetzung'] });
    await repository.add('marks', {
      labels: ['say "hi"', '100% *[a?]_', 'C:\\A', 'tail\\', 'B', 'übersetzung', 'y"z'],
    });
    expect(titles(await repository.ok(queueList, { label })).sort()).toEqual(found);
    expect(titles(await repository.ok(queueReady, { label })).sort()).toEqual(found);
  });

  it('filters by several labels at once: by all of them', async () => {
    await repository.add('both', { labels: ['UI', 'ci'] });
    await repository.add('one', { labels: ['ui'] });
    await repository.add('other', { labels: ['ci', 'docs'], priority: 0 });
    for (const section of [undefined, 'ready'] as const) {
      const list = async (label: string | string[]) =>
        titles(
          await repository.ok(queueList, { label, order: 'queue', ...(section === undefined ? {} : { section }) }),
        );
      expect(await list('ui')).toEqual(['both', 'one']);
      expect(await list(['ui'])).toEqual(['both', 'one']);
      expect(await list(['ui', 'CI'])).toEqual(['both']);
      expect(await list(['ui', 'docs'])).toEqual([]);
    }
    expect((await repository.refused(queueList, { label: [] })).code).toBe('invalid_input');
  });

  it('lists open work as it is claimed, then what has ended, newest change first', async () => {
    for (const title of ['low', 'done first', 'failed', 'high', 'done last', 'low too']) await repository.add(title);
    await repository.ok(queueReprioritise, { id: 'W-4', priority: 0 });
    for (const [id, status] of [
      ['W-2', 'done'],
      ['W-3', 'failed'],
      ['W-5', 'done'],
    ] as const) {
      repository.now += minute;
      await repository.ok(queueResolve, { id, status });
    }
    const expected = ['high', 'low', 'low too', 'done last', 'failed', 'done first'];
    expect(titles(await repository.ok(queueList, { order: 'open' }))).toEqual(expected);
    expect(titles(await repository.ok(queueList, { order: 'open', section: 'ready' }))).toEqual(expected.slice(0, 3));
    expect(titles(await repository.ok(queueList, { order: 'open', section: 'done' }))).toEqual(expected.slice(3));
  });

  it('begins with the newest change', async () => {
    await repository.add('first');
    await repository.add('second');
    repository.now += 1;
    await repository.ok(queueAnnotate, { id: 'W-1', patch: { a: 1 } });
    expect(titles(await repository.ok(queueList, {}))).toEqual(['first', 'second']);
    expect(titles(await repository.ok(queueList, { order: 'created' }))).toEqual(['first', 'second']);
    repository.now += 1;
    await repository.ok(queueAnnotate, { id: 'W-2', patch: { a: 1 } });
    expect(titles(await repository.ok(queueList, {}))).toEqual(['second', 'first']);
  });

  it('gives 200 by default and the rest by cursor', async () => {
    for (let count = 0; count < 205; count += 1) await repository.add(`item ${count}`);
    const first = await repository.ok(queueList, {});
    expect(first.items).toHaveLength(200);
    const second = await repository.ok(queueList, { cursor: first.nextCursor ?? '' });
    expect(titles(second)).toEqual(['item 4', 'item 3', 'item 2', 'item 1', 'item 0']);
    expect(second.nextCursor).toBeNull();
  });

  it.each([['updated'], ['queue'], ['created'], ['open']] as const)(
    'pages in the order %s without a gap',
    async order => {
      const own = [
        { priority: 0 },
        { priority: 3, due: '+1h' },
        { priority: 3 },
        { priority: 3, due: '+1d' },
        {},
        { due: '+1h' },
        {},
      ];
      for (const [index, more] of own.entries()) {
        await repository.add(`item ${index}`, more);
        if (index % 2 === 1) repository.now += 1;
      }
      for (const id of ['W-2', 'W-6', 'W-7']) await repository.ok(queueResolve, { id, status: 'done' });
      const whole = titles(await repository.ok(queueList, { order }));
      expect(whole).toHaveLength(7);
      for (const limit of [1, 2, 3, 7]) {
        const paged: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await repository.ok(queueList, { order, limit, ...(cursor === undefined ? {} : { cursor }) });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          paged.push(...titles(page));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(paged).toEqual(whole);
      }
    },
  );

  it('pages through what is ready, pending and run out alike', async () => {
    for (let count = 0; count < 6; count += 1) await repository.add(`item ${count}`);
    await repository.ok(queueClaim, { id: 'W-2', lease: '1m' });
    await repository.ok(queueClaim, { id: 'W-5', lease: '1m' });
    await repository.ok(queueClaim, { id: 'W-6', lease: '1m' });
    await repository.ok(queueHeartbeat, { id: 'W-5', lease: '1h' });
    repository.now += minute;
    const first = await repository.ok(queueReady, { limit: 2 });
    expect(titles(first)).toEqual(['item 0', 'item 1']);
    const rest = await repository.ok(queueReady, { limit: 9, cursor: first.nextCursor ?? '' });
    expect(titles(rest)).toEqual(['item 2', 'item 3', 'item 5']);
  });

  it('refuses a cursor of another list and a limit out of range', async () => {
    await repository.add('A');
    await repository.add('B');
    const { nextCursor } = await repository.ok(queueList, { limit: 1 });
    expect((await repository.refused(queueList, { order: 'queue', cursor: nextCursor })).message).toBe(
      'cursor: does not belong to this list.',
    );
    for (const limit of [0, -5, 1.5, 10_001, '10', 'foo', null]) {
      expect((await repository.refused(queueList, { limit })).code).toBe('invalid_input');
    }
    for (const input of [{ status: 'bogus' }, { section: 'later' }, { order: 'random' }, { colour: 'red' }]) {
      expect((await repository.refused(queueList, input)).code).toBe('invalid_input');
    }
  });
});

describe('sections in the store and in the domain', () => {
  it('are the same, whatever has happened', async () => {
    const act = fc.record({
      number: fc.integer({ min: 1, max: 8 }),
      what: fc.constantFrom('claim', 'claim 1m', 'claim by a person', 'ask', 'done', 'failed', 'beat', 'wait'),
    });
    const add = fc.record({
      notBefore: fc.boolean(),
      dependsOn: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(add, { minLength: 8, maxLength: 8 }),
        fc.array(act, { maxLength: 30 }),
        async (adds, acts) => {
          const own = new TestRepository();
          try {
            for (const [index, { notBefore, dependsOn }] of adds.entries()) {
              await own.add(`item ${index}`, {
                ...(notBefore ? { notBefore: '+5m' } : {}),
                ...(dependsOn !== undefined && dependsOn <= index ? { dependsOn: [`W-${dependsOn}`] } : {}),
              });
            }
            for (const { number, what } of acts) {
              const id = `W-${number}`;
              if (what === 'claim') await own.call(queueClaim, { id });
              else if (what === 'claim 1m') await own.call(queueClaim, { id, lease: '1m' });
              else if (what === 'claim by a person') await own.call(queueClaim, { id }, person);
              else if (what === 'ask') await own.call(queueAsk, { id, question: 'Which?' });
              else if (what === 'beat') await own.call(queueHeartbeat, { id });
              else if (what === 'wait') own.now += 2 * minute;
              else await own.call(queueResolve, { id, status: what as 'done' | 'failed' }, person);
            }
            const { items } = await own.ok(queueList, { order: 'queue' });
            expect(items).toHaveLength(8);
            const { counts } = await own.ok(repositoryStatus, {});
            for (const section of workItemSections) {
              const expected = items.filter(item => item.section === section).map(item => item.ref);
              const listed = await own.ok(queueList, { section, order: 'queue' });
              expect(listed.items.map(item => item.ref)).toEqual(expected);
              expect(counts?.[section]).toBe(expected.length);
              // Another condition beside it takes another way through the store.
              const plain = await own.ok(queueList, { section, order: 'queue', text: 'item' });
              expect(plain.items.map(item => item.ref)).toEqual(expected);
            }
          } finally {
            await own.close();
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('replay', () => {
  it('gives pending items and stale claims, oldest first, and changes nothing', async () => {
    await addOneOfEach();
    const before = await repository.dump();
    expect(titles(await repository.ok(queueReplay, {}))).toEqual(['ready', 'blocked', 'scheduled', 'ran out']);
    expect(titles(await repository.ok(queueReplay, { staleMs: 0 }))).toEqual([
      'ready',
      'blocked',
      'scheduled',
      'ran out',
      'hers',
    ]);
    repository.now += 1;
    expect(titles(await repository.ok(queueReplay, {}))).toContain('hers');
    expect(await repository.dump()).toBe(before);
  });
});

describe('status', () => {
  it('says what stands where, what needs a person, who holds what and when that changes', async () => {
    expect(await repository.ok(repositoryStatus, {})).toMatchObject({
      health: { state: 'absent' },
      counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
      totals: { needsYou: 0, inProgress: 0 },
      needs: [],
      inProgress: [],
      needsYou: [],
      inFlight: [],
      openWorkChangesAt: null,
      next: null,
      nextChangeAt: null,
      lastEventId: 0,
    });
    await addOneOfEach();
    const status = await repository.ok(repositoryStatus, {});
    expect(status).toMatchObject({
      health: { state: 'ready' },
      counts: { needs_you: 1, ready: 2, in_flight: 3, blocked: 1, scheduled: 1, done: 3 },
      next: { title: 'ready' },
      nextChangeAt: '2026-11-02T11:09:00.000Z',
      lastEventId: 18,
    });
    expect(status.totals).toEqual({ needsYou: 1, inProgress: 3 });
    expect(status.needs.map(({ title }) => title)).toEqual(['asked']);
    expect(titles({ items: status.needsYou })).toEqual(['asked']);
    expect(status.inProgress.map(({ title }) => title)).toEqual(['running', 'kept alive', 'hers']);
    expect(titles({ items: status.inFlight })).toEqual(['running', 'kept alive', 'hers']);
  });
});
