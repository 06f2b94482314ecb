import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { agent, otherAgent, person, startOfTime, TestRepository } from '../../../test/support/testRepository.js';
import { findingDefer } from '../finding/findingDefer.js';
import { findingRecord } from '../finding/findingRecord.js';
import { queueAnnotate } from '../queue/queueAnnotate.js';
import { runStart } from '../run/runStart.js';
import { eventsAppend } from './eventsAppend.js';
import { eventsBetween } from './eventsBetween.js';
import { eventsSince } from './eventsSince.js';
import { eventsTail } from './eventsTail.js';

let repo: TestRepository;
beforeEach(() => {
  repo = new TestRepository();
});
afterEach(() => repo.close());

const ids = (page: { events: { id: number }[] }) => page.events.map(event => event.id);

describe('appending', () => {
  it('writes a line of one’s own, about an item or not', async () => {
    await repo.add('Deploy');
    const { event } = await repo.ok(eventsAppend, {
      type: 'deploy_started',
      payload: { to: 'staging' },
      workItem: 'W-1',
    });
    expect(event).toEqual({
      id: 2,
      at: '2026-11-02T10:00:00.000Z',
      type: 'deploy_started',
      actor: 'codex',
      role: 'agent',
      harness: 'codex',
      workItem: 'W-1',
      payload: { to: 'staging' },
    });
    expect((await repo.ok(eventsAppend, { type: 'note' }, person)).event).toMatchObject({
      id: 3,
      workItem: null,
      payload: {},
    });
    expect((await repo.ok(eventsTail, {})).events.map(each => each.type)).toEqual([
      'note',
      'deploy_started',
      'work_item_created',
    ]);
  });

  it.each<[string, object, string]>([
    [
      'a type of Stateroom’s own',
      { type: 'work_item_resolved' },
      'type: “work_item_resolved” is reserved for Stateroom.',
    ],
    [
      'a type that may become one',
      { type: 'work_item_blessed' },
      'type: “work_item_blessed” is reserved for Stateroom.',
    ],
    ['an item that does not exist', { type: 'note', workItem: 'W-9' }, 'Work item W-9 not found.'],
    [
      'a payload that is no object',
      { type: 'note', payload: [1] },
      'Invalid input: payload: it must be an object, not a list.',
    ],
    [
      'a payload that is too large',
      { type: 'note', payload: { a: 'x'.repeat(1024 * 1024) } },
      'Invalid input: payload: it is larger than 64 kB.',
    ],
    ['an empty type', { type: '' }, 'Invalid input: type: it is empty.'],
  ])('refuses %s', async (_name, input, message) => {
    await repo.add('Deploy');
    expect((await repo.refused(eventsAppend, input)).message).toBe(message);
  });
});

describe('reading', () => {
  beforeEach(async () => {
    // 1..6, one a second; 3 and 4 at the same time.
    await repo.add('A');
    repo.now += 1000;
    await repo.add('B');
    repo.now += 1000;
    await repo.ok(eventsAppend, { type: 'note', workItem: 'W-1' }, otherAgent);
    await repo.ok(eventsAppend, { type: 'note' });
    repo.now += 1000;
    await repo.ok(queueAnnotate, { id: 'W-1', patch: { a: 1 } });
    repo.now += 1000;
    await repo.ok(eventsAppend, { type: 'other', workItem: 'W-1' });
  });

  it('gives the tail newest first, 50 by default', async () => {
    expect(await repo.ok(eventsTail, {})).toMatchObject({ nextCursor: null, lastId: 6 });
    expect(ids(await repo.ok(eventsTail, {}))).toEqual([6, 5, 4, 3, 2, 1]);
    for (let count = 0; count < 50; count += 1) await repo.ok(eventsAppend, { type: 'note' });
    expect(ids(await repo.ok(eventsTail, {}))).toHaveLength(50);
  });

  it('gives what happened since a time, that time included, oldest first', async () => {
    expect(ids(await repo.ok(eventsSince, { since: '2026-11-02T10:00:02Z' }))).toEqual([3, 4, 5, 6]);
    expect(ids(await repo.ok(eventsSince, { since: String(startOfTime + 2001) }))).toEqual([5, 6]);
    expect(ids(await repo.ok(eventsSince, { since: '-1s' }))).toEqual([5, 6]);
    expect(ids(await repo.ok(eventsSince, { since: '0' }))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('gives what happened between two times, the second excluded', async () => {
    const between = { from: String(startOfTime + 1000), to: String(startOfTime + 3000) };
    expect(ids(await repo.ok(eventsBetween, between))).toEqual([2, 3, 4]);
    expect(ids(await repo.ok(eventsBetween, { from: between.from, to: between.from }))).toEqual([]);
    expect((await repo.refused(eventsBetween, { from: between.to, to: between.from })).code).toBe('invalid_input');
  });

  it('goes on after an id, in the order of commits', async () => {
    expect(await repo.ok(eventsSince, { after: 4 })).toMatchObject({ lastId: 6, nextCursor: null });
    expect(ids(await repo.ok(eventsSince, { after: 4 }))).toEqual([5, 6]);
    expect(await repo.ok(eventsSince, { after: 6 })).toEqual({ events: [], lastId: 6, nextCursor: null });
    expect(ids(await repo.ok(eventsSince, { after: 0, limit: 2 }))).toEqual([1, 2]);
  });

  it('filters by item, type and actor', async () => {
    expect(ids(await repo.ok(eventsTail, { workItem: 'W-1' }))).toEqual([6, 5, 3, 1]);
    expect(ids(await repo.ok(eventsSince, { since: '0', workItem: 'W-1' }))).toEqual([1, 3, 5, 6]);
    expect(ids(await repo.ok(eventsTail, { type: 'note' }))).toEqual([4, 3]);
    expect(ids(await repo.ok(eventsTail, { type: 'note', actor: 'claude' }))).toEqual([3]);
    expect((await repo.refused(eventsTail, { workItem: 'nothing' })).code).toBe('not_found');
  });

  it('filters by finding', async () => {
    for (const text of ['One', 'Two']) {
      await repo.ok(findingRecord, { severity: 'low', path: 'a.ts', text, repository: true });
    }
    await repo.ok(findingDefer, { ids: ['F-1'], note: 'later' });
    await repo.ok(findingDefer, { ids: ['F-2'], note: 'later' });
    await repo.ok(eventsAppend, { type: 'note', payload: { finding: 'F-1' } });
    const types = async (input: object) => (await repo.ok(eventsTail, input)).events.map(({ type }) => type);
    expect(await types({ finding: 'F-1' })).toEqual(['finding_deferred', 'finding_recorded']);
    expect(await types({ finding: '2', type: 'finding_recorded' })).toEqual(['finding_recorded']);
    expect((await repo.refused(eventsTail, { finding: 'F-3' })).message).toBe('Finding F-3 not found.');
  });

  it('filters by the beginning of a type, by any record, and the tail by time', async () => {
    await repo.ok(eventsAppend, { type: 'note', payload: { finding: 'F-1' } });
    await repo.ok(eventsAppend, { type: 'noted', payload: { task: 'T-3', run: 'R-1' } });
    expect(ids(await repo.ok(eventsTail, { type: 'note*' }))).toEqual([8, 7, 4, 3]);
    expect(ids(await repo.ok(eventsTail, { type: 'work_item_%*' }))).toEqual([]);
    await repo.ok(findingRecord, { severity: 'low', path: 'a.ts', text: 'One', repository: true });
    await repo.ok(runStart, { request: 'Why?' });
    expect(ids(await repo.ok(eventsTail, { about: 'f1' }))).toEqual([9, 7]);
    expect(ids(await repo.ok(eventsSince, { since: '0', about: 'R-1' }))).toEqual([8, 10]);
    expect(ids(await repo.ok(eventsTail, { about: 'W-2' }))).toEqual([2]);
    expect((await repo.refused(eventsTail, { about: 'W-9' })).message).toBe('Work item W-9 not found.');
    for (const about of ['T-3', 'F-2', 'L-3', 'R-2', 'V-1']) {
      expect(await repo.refused(eventsTail, { about })).toMatchObject({
        code: 'not_found',
        message: about === 'F-2' ? 'Finding F-2 not found.' : `${about} not found.`,
      });
    }
    expect((await repo.refused(eventsTail, { about: 'S-1' })).message).toBe(
      'The timeline has no records of this kind: S-1.',
    );
    const range = { from: String(startOfTime + 1000), to: String(startOfTime + 3000) };
    expect(ids(await repo.ok(eventsTail, range))).toEqual([4, 3, 2]);
    expect(await repo.refused(eventsTail, { from: '2026-11-02', to: '2026-11-01' })).toMatchObject({
      code: 'invalid_input',
      message: 'to: 2026-11-01 is before 2026-11-02.',
    });
  });

  it('names the findings where several tasks have one of this id', async () => {
    const git = new GitTestRepository();
    try {
      for (const ref of ['one', 'two']) {
        await git.task(ref);
        const remark = { severity: 'low', path: 'a.ts', text: ref, id: 'f-1', task: ref } as const;
        await git.ok(findingRecord, remark);
      }
      expect(await git.refused(eventsTail, { about: 'f-1' })).toMatchObject({
        code: 'ambiguous',
        message: expect.stringContaining('F-1, F-2'),
      });
      const { events } = await git.ok(eventsTail, { about: 'F-2' });
      expect(events.map(({ payload }) => payload.finding)).toEqual(['F-2']);
    } finally {
      await git.close();
    }
  });

  it('pages both ways without a gap, also within one moment', async () => {
    for (const [operation, input, whole] of [
      [eventsTail, {}, [6, 5, 4, 3, 2, 1]],
      [eventsSince, { since: '0' }, [1, 2, 3, 4, 5, 6]],
      [eventsSince, { after: 0 }, [1, 2, 3, 4, 5, 6]],
    ] as const) {
      const paged: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await repo.ok(operation as typeof eventsTail, {
          ...input,
          limit: 1,
          ...(cursor === undefined ? {} : { cursor }),
        });
        paged.push(...ids(page));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(whole);
    }
  });

  it.each<[string, object, string]>([
    ['nothing to begin with', {}, 'since: no time or event id given.'],
    ['both', { since: '0', after: 1 }, 'Use since or after, not both.'],
    ['a bad time', { since: 'soonish' }, 'since: “soonish” is not a valid time.'],
    ['a cursor of another list', { since: '0', cursor: 'W10' }, 'cursor: does not belong to this list.'],
  ])('refuses %s', async (_name, input, message) => {
    expect(await repo.refused(eventsSince, input)).toMatchObject({ code: 'invalid_input', message });
  });
});

describe('the ids', () => {
  it('grow by one a commit, whoever writes, and a refusal leaves no hole', async () => {
    const writers = [agent, otherAgent, person];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 5 === 4
          ? repo.call(eventsAppend, { type: 'note', workItem: 'W-404' }, writers[index % 3])
          : repo.call(eventsAppend, { type: 'note' }, writers[index % 3]),
      ),
    );
    expect(ids(await repo.ok(eventsSince, { after: 0 }))).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
  });
});
