import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';
import type { WorkItemStatus } from '../../domain/workItem/workItemStatus.js';
import { eventsTail } from '../events/eventsTail.js';
import type { Operation } from '../operation.js';
import { queueAdd } from './queueAdd.js';
import { queueAdvance } from './queueAdvance.js';
import { queueAnnotate } from './queueAnnotate.js';
import { queueAsk } from './queueAsk.js';
import { queueClaim } from './queueClaim.js';
import { queueRelease } from './queueRelease.js';
import { queueReopen } from './queueReopen.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

/** Brings a new item into a status; it was claimed by `codex` where that is on the way. */
async function itemIn(status: WorkItemStatus): Promise<WorkItem> {
  const { ref } = await repository.add(`An item that is ${status}`);
  if (status === 'pending') return show(ref);
  if (status === 'cancelled') return (await repository.ok(queueResolve, { id: ref, status })).item;
  await repository.ok(queueClaim, { id: ref });
  if (status === 'in_flight') return show(ref);
  if (status === 'waiting_human') return (await repository.ok(queueAsk, { id: ref, question: 'Which?' })).item;
  return (await repository.ok(queueResolve, { id: ref, status })).item;
}

async function show(id: string): Promise<WorkItem> {
  return (await repository.ok(queueShow, { id })).item;
}

describe('a full life', () => {
  it('writes exactly three events, each at the time of its change', async () => {
    const { ref } = await repository.add('Deploy', { id: 'deploy-1', kind: 'errand' });
    repository.now += 1000;
    await repository.ok(queueClaim, { id: 'deploy-1' });
    repository.now += 1000;
    await repository.ok(queueResolve, { id: ref, status: 'done', notes: 'went well' });
    const { events } = await repository.ok(eventsTail, {});
    expect(events.map(({ id, at, type, actor, workItem }) => ({ id, at, type, actor, workItem }))).toEqual([
      { id: 3, at: '2026-11-02T10:00:02.000Z', type: 'work_item_resolved', actor: 'codex', workItem: 'W-1' },
      { id: 2, at: '2026-11-02T10:00:01.000Z', type: 'work_item_claimed', actor: 'codex', workItem: 'W-1' },
      { id: 1, at: '2026-11-02T10:00:00.000Z', type: 'work_item_created', actor: 'codex', workItem: 'W-1' },
    ]);
    expect(events.map(event => event.payload)).toMatchObject([
      { status: 'done', notes: 'went well' },
      { status: 'in_flight', token: 1 },
      { kind: 'errand', status: 'pending' },
    ]);
    expect(await show(ref)).toMatchObject({
      status: 'done',
      owner: 'codex',
      notes: 'went well',
      updatedAt: '2026-11-02T10:00:02.000Z',
      resolvedAt: '2026-11-02T10:00:02.000Z',
      leaseUntil: null,
    });
  });

  it('goes through a question and a second attempt with one event a step', async () => {
    const { ref } = await repository.add('Drop the table');
    await repository.ok(queueClaim, { id: ref });
    await repository.ok(queueAsk, { id: ref, question: 'May I?' });
    await repository.ok(queueAdvance, { id: ref, answer: 'Yes.' }, person);
    await repository.ok(queueClaim, { id: ref }, otherAgent);
    await repository.ok(queueRelease, { id: ref }, otherAgent);
    await repository.ok(queueResolve, { id: ref, status: 'failed' });
    await repository.ok(queueReopen, { id: ref, reason: 'tried on the wrong host' });
    await repository.ok(queueAnnotate, { id: ref, patch: { host: 'b' } });
    expect(await repository.eventTypes()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'work_item_asked',
      'work_item_advanced',
      'work_item_claimed',
      'work_item_released',
      'work_item_resolved',
      'work_item_reopened',
      'work_item_annotated',
    ]);
    expect(await show(ref)).toMatchObject({
      status: 'pending',
      owner: null,
      token: 2,
      question: 'May I?',
      answer: 'Yes.',
    });
  });
});

describe('every status × every act', () => {
  const acts: Record<string, { operation: Operation; input: object; actor?: typeof person }> = {
    claim: { operation: queueClaim as unknown as Operation, input: {} },
    release: { operation: queueRelease as unknown as Operation, input: {} },
    ask: { operation: queueAsk as unknown as Operation, input: { question: 'Which?' } },
    advance: { operation: queueAdvance as unknown as Operation, input: { answer: 'This.' }, actor: person },
    resolve: { operation: queueResolve as unknown as Operation, input: { status: 'failed' } },
    reopen: { operation: queueReopen as unknown as Operation, input: { reason: 'again' } },
  };
  /** The status after the act, or the code of the refusal. */
  const outcomes: Record<WorkItemStatus, Record<string, string>> = {
    pending: {
      claim: 'in_flight',
      release: 'transition_not_allowed',
      ask: 'transition_not_allowed',
      advance: 'transition_not_allowed',
      resolve: 'failed',
      reopen: 'transition_not_allowed',
    },
    in_flight: {
      claim: 'conflict',
      release: 'pending',
      ask: 'waiting_human',
      advance: 'transition_not_allowed',
      resolve: 'failed',
      reopen: 'transition_not_allowed',
    },
    waiting_human: {
      claim: 'transition_not_allowed',
      release: 'transition_not_allowed',
      ask: 'waiting_human again',
      advance: 'pending',
      resolve: 'failed',
      reopen: 'transition_not_allowed',
    },
    done: {
      claim: 'transition_not_allowed',
      release: 'transition_not_allowed',
      ask: 'transition_not_allowed',
      advance: 'transition_not_allowed',
      resolve: 'transition_not_allowed',
      reopen: 'pending',
    },
    failed: {
      claim: 'transition_not_allowed',
      release: 'transition_not_allowed',
      ask: 'transition_not_allowed',
      advance: 'transition_not_allowed',
      resolve: 'failed again',
      reopen: 'pending',
    },
    cancelled: {
      claim: 'transition_not_allowed',
      release: 'transition_not_allowed',
      ask: 'transition_not_allowed',
      advance: 'transition_not_allowed',
      resolve: 'transition_not_allowed',
      reopen: 'pending',
    },
  };
  const statuses = Object.keys(outcomes) as WorkItemStatus[];

  it.each(statuses.flatMap(status => Object.keys(acts).map(act => [status, act] as const)))(
    '%s × %s',
    async (status, act) => {
      const { ref } = await itemIn(status);
      const { operation, input, actor = agent } = acts[act] as (typeof acts)[string];
      const expected = outcomes[status][act] as string;
      const before = (await repository.eventTypes()).length;
      if (expected.includes('_not_') || expected === 'conflict') {
        expect((await repository.refused(operation, { id: ref, ...input }, actor)).code).toBe(expected);
      } else {
        const { item } = (await repository.ok(operation, { id: ref, ...input } as never, actor)) as { item: WorkItem };
        const again = (await repository.eventTypes()).length === before ? ' again' : '';
        expect(`${item.status}${again}`).toBe(expected);
        expect((await repository.eventTypes()).length).toBe(before + (again === '' ? 1 : 0));
      }
    },
  );
});

describe('a claimed item', () => {
  const acts = [
    [queueRelease, {}],
    [queueAsk, { question: 'Which?' }],
    [queueResolve, { status: 'done' }],
  ] as const;

  it.each(acts)('is not acted on by another agent, whatever token they give: %#', async (operation, input) => {
    const { ref } = await itemIn('in_flight');
    for (const token of [undefined, 1]) {
      const refusal = await repository.refused(
        operation as unknown as Operation,
        { id: ref, ...input, token },
        otherAgent,
      );
      expect(refusal.code).toBe('conflict');
    }
  });

  it.each(acts)('is acted on by a person: %#', async (operation, input) => {
    const { ref } = await itemIn('in_flight');
    await repository.ok(operation as unknown as Operation, { id: ref, ...input } as never, person);
  });
});

describe('adding', () => {
  it('leaves an id that exists as it is, in any status, and writes no event', async () => {
    const first = await repository.ok(queueAdd, { title: 'Once', id: 'once', payload: { a: 1 } });
    expect(first.inserted).toBe(true);
    await repository.ok(queueClaim, { id: 'once' });
    await repository.ok(queueResolve, { id: 'once', status: 'done' });
    const before = await repository.dump();
    const again = await repository.ok(
      queueAdd,
      { title: 'Twice', id: 'once', payload: { a: 2 }, priority: 0 },
      otherAgent,
    );
    expect(again).toMatchObject({
      inserted: false,
      item: { ref: 'W-1', title: 'Once', status: 'done', payload: { a: 1 } },
      differs: ['title', 'payload', 'priority'],
    });
    expect(await repository.dump()).toBe(before);
    expect((await repository.eventTypes()).filter(type => type === 'work_item_created')).toHaveLength(1);
  });

  it('names what differs of an id that exists, and only that', async () => {
    await repository.add('Other', { id: 'other' });
    const given = {
      title: 'Work',
      id: 'work',
      kind: 'bug',
      payload: { a: 1, b: [2] },
      priority: 1,
      labels: ['ci', 'ui'],
      dependsOn: ['other'],
      notBefore: '2026-11-03T10:00Z',
      due: '2026-11-04T10:00Z',
      question: 'Which?',
      notes: 'None yet',
    };
    expect((await repository.ok(queueAdd, given)).differs).toBeUndefined();
    const before = await repository.dump();
    const differs = async (more: object) => (await repository.ok(queueAdd, { ...given, ...more })).differs;
    expect(await differs({})).toEqual([]);
    // The same in other words.
    expect(
      await differs({ payload: { b: [2], a: 1 }, labels: ['UI', 'ci', 'ui'], dependsOn: ['W-1', 'other'] }),
    ).toEqual([]);
    expect((await repository.ok(queueAdd, { title: 'Work', id: 'work' })).differs).toEqual([]);
    expect(await differs({ title: 'Play' })).toEqual(['title']);
    expect(await differs({ kind: 'docs' })).toEqual(['kind']);
    expect(await differs({ payload: { a: 1 } })).toEqual(['payload']);
    expect(await differs({ priority: 0 })).toEqual(['priority']);
    expect(await differs({ labels: ['ci'] })).toEqual(['labels']);
    expect(await differs({ dependsOn: [] })).toEqual(['dependsOn']);
    expect(await differs({ dependsOn: ['other', 'W-99'] })).toEqual(['dependsOn']);
    expect(await differs({ notBefore: '2026-11-03T11:00Z' })).toEqual(['notBefore']);
    expect(await differs({ due: '+2h', title: 'Play' })).toEqual(['title', 'due']);
    expect(await differs({ question: 'What?' })).toEqual(['question']);
    expect(await differs({ notes: 'Some' })).toEqual(['notes']);
    expect(await repository.dump()).toBe(before);
  });

  it('fills in what was left out', async () => {
    expect(await repository.add('Plain')).toMatchObject({
      ref: 'W-1',
      key: null,
      kind: 'general',
      status: 'pending',
      section: 'ready',
      priority: 2,
      rank: 0,
      labels: [],
      payload: null,
      owner: null,
      token: 0,
      notBefore: null,
      due: null,
      dependsOn: [],
      notes: null,
      queuedBy: 'codex',
      createdAt: '2026-11-02T10:00:00.000Z',
      revision: 1,
    });
  });

  it('keeps what was given', async () => {
    await repository.add('First');
    const item = await repository.add('Second', {
      id: 'second',
      kind: 'bug',
      payload: 'verbatim  text',
      priority: 0,
      labels: ['UI', 'ui', 'ci'],
      dependsOn: ['W-1', 'w-1', '1'],
      notBefore: '+1h',
      due: '2026-12-01T17:00Z',
      notes: 'by hand',
    });
    expect(item).toMatchObject({
      ref: 'W-2',
      key: 'second',
      kind: 'bug',
      section: 'blocked',
      payload: 'verbatim  text',
      priority: 0,
      labels: ['UI', 'ci'],
      dependsOn: ['W-1'],
      blockedBy: [{ ref: 'W-1', status: 'pending' }],
      notBefore: '2026-11-02T11:00:00.000Z',
      due: '2026-12-01T17:00:00.000Z',
      notes: 'by hand',
    });
  });

  it('starts with a person when it begins with a question', async () => {
    const item = await repository.add('Adopt the proposal', { question: 'Adopt it?' });
    expect(item).toMatchObject({ status: 'waiting_human', section: 'needs_you', question: 'Adopt it?' });
    await repository.ok(queueAdvance, { id: item.ref, to: 'cancelled' }, person);
    expect(await show(item.ref)).toMatchObject({ status: 'cancelled', resolvedAt: '2026-11-02T10:00:00.000Z' });
  });
});

describe('asking and answering', () => {
  it('hands the item back to its holder with the same token and a fresh lease', async () => {
    const { ref } = await itemIn('waiting_human');
    expect(await show(ref)).toMatchObject({ owner: 'codex', leaseUntil: null, section: 'needs_you' });
    repository.now += 86_400_000;
    const { item } = await repository.ok(queueAdvance, { id: ref, answer: 'This one.', to: 'in_flight' }, person);
    expect(item).toMatchObject({
      status: 'in_flight',
      section: 'in_flight',
      owner: 'codex',
      token: 1,
      answer: 'This one.',
      leaseUntil: '2026-11-03T10:15:00.000Z',
    });
    await repository.ok(queueResolve, { id: ref, status: 'done', token: 1 });
  });

  it('takes an answer from a person alone', async () => {
    const { ref } = await itemIn('waiting_human');
    expect(await repository.refused(queueAdvance, { id: ref, answer: 'Me.' }, agent)).toMatchObject({
      code: 'not_allowed',
    });
    expect(await repository.refused(queueAdvance, { id: ref }, person)).toMatchObject({ code: 'invalid_input' });
  });

  it('does not hand an item to nobody', async () => {
    const { ref } = await repository.add('Adopt the proposal', { question: 'Adopt it?' });
    expect(await repository.refused(queueAdvance, { id: ref, answer: 'Yes', to: 'in_flight' }, person)).toMatchObject({
      code: 'transition_not_allowed',
    });
  });

  it('forgets the answer to an earlier question when it asks anew', async () => {
    const { ref } = await itemIn('waiting_human');
    await repository.ok(queueAdvance, { id: ref, answer: 'This.', to: 'in_flight' }, person);
    const { item } = await repository.ok(queueAsk, { id: ref, question: 'And now?' });
    expect(item).toMatchObject({ question: 'And now?', answer: null });
  });
});

describe('notes', () => {
  it('are replaced by what is not empty and kept otherwise', async () => {
    const { ref } = await repository.add('Noted', { notes: 'first' });
    await repository.ok(queueClaim, { id: ref });
    expect((await repository.ok(queueRelease, { id: ref })).item.notes).toBe('first');
    await repository.ok(queueClaim, { id: ref });
    expect((await repository.ok(queueRelease, { id: ref, notes: '' })).item.notes).toBe('first');
    await repository.ok(queueClaim, { id: ref });
    expect((await repository.ok(queueRelease, { id: ref, notes: 'last' })).item.notes).toBe('last');
  });

  it('are added to when an item ends, whatever has been collected', async () => {
    const text = await repository.add('Text', { notes: 'first' });
    const end = async (id: string, notes: string) =>
      (await repository.ok(queueResolve, { id, status: 'done', notes })).item.notes;
    expect(await end(text.ref, 'last')).toBe('first\nlast');
    const { ref } = await repository.add('Fields', { notes: 'first' });
    await repository.ok(queueAnnotate, { id: ref, patch: { branch: 'feature/x', host: 'a' } });
    expect(await end(ref, 'last')).toEqual({ text: 'first\nlast', branch: 'feature/x', host: 'a' });
    const fields = await repository.add('More fields');
    await repository.ok(queueAnnotate, { id: fields.ref, patch: { branch: 'feature/x' } });
    expect(await end(fields.ref, '{"host":"b"}')).toEqual({ branch: 'feature/x', host: 'b' });
    const large = await repository.add('Large', { notes: 'x'.repeat(40_000) });
    expect(
      await repository.refused(queueResolve, { id: large.ref, status: 'done', notes: 'y'.repeat(40_000) }),
    ).toMatchObject({ code: 'invalid_input' });
  });

  it('are annotated in every status, and nothing else changes', async () => {
    for (const status of ['pending', 'in_flight', 'waiting_human', 'done', 'failed', 'cancelled'] as const) {
      const before = await itemIn(status);
      repository.now += 1;
      const { item } = await repository.ok(queueAnnotate, { id: before.ref, patch: { seen: true } }, otherAgent);
      expect(item).toEqual({
        ...before,
        notes: { seen: true },
        revision: before.revision + 1,
        updatedAt: item.updatedAt,
      });
      expect(item.updatedAt).not.toBe(before.updatedAt);
    }
  });

  it('do not grow past 64 kB', async () => {
    const { ref } = await repository.add('Noted', { notes: 'x'.repeat(40_000) });
    const refusal = await repository.refused(queueAnnotate, { id: ref, patch: { more: 'y'.repeat(40_000) } });
    expect(refusal).toMatchObject({ code: 'invalid_input' });
    expect(refusal.message).toContain('would exceed 64 kB');
  });
});

describe('resolving again', () => {
  it('changes nothing for its holder and for a person, and tells what is free once more', async () => {
    const { ref } = await repository.add('First');
    await repository.add('Second', { dependsOn: [ref] });
    const { item: claimed } = await repository.ok(queueClaim, { id: ref });
    const input = { id: ref, status: 'done', notes: 'went well', token: claimed.token } as const;
    await repository.ok(queueAnnotate, { id: ref, patch: { branch: 'feature/x' } });
    const first = await repository.ok(queueResolve, input);
    expect(first).toMatchObject({ repeated: false, freed: [{ ref: 'W-2' }] });
    repository.now += 1000;
    const before = await repository.dump();
    for (const actor of [agent, person]) {
      expect(await repository.ok(queueResolve, input, actor)).toEqual({ ...first, repeated: true });
    }
    expect(await repository.ok(queueResolve, { id: ref, status: 'done' })).toEqual({ ...first, repeated: true });
    expect(await repository.dump()).toBe(before);
  });

  it('is refused for another agent, another end, other notes and another claim', async () => {
    const { ref } = await itemIn('done');
    const input = { id: ref, status: 'done' } as const;
    expect((await repository.refused(queueResolve, input, otherAgent)).code).toBe('transition_not_allowed');
    expect((await repository.refused(queueResolve, { ...input, status: 'failed' })).code).toBe(
      'transition_not_allowed',
    );
    expect((await repository.refused(queueResolve, { ...input, notes: 'more' })).code).toBe('transition_not_allowed');
    expect((await repository.refused(queueResolve, { ...input, token: 9 })).code).toBe('stale');
  });
});

describe('reopening', () => {
  it('makes an ended item ready for anyone, and resolve never runs twice', async () => {
    const { ref } = await itemIn('done');
    expect((await repository.refused(queueResolve, { id: ref, status: 'failed' }, person)).code).toBe(
      'transition_not_allowed',
    );
    const { item } = await repository.ok(queueReopen, { id: ref, reason: 'the fix was reverted' });
    expect(item).toMatchObject({ status: 'pending', owner: null, resolvedAt: null, claimedAt: null, section: 'ready' });
    const { events } = await repository.ok(eventsTail, { limit: 1 });
    expect(events[0]?.payload).toEqual({ status: 'pending', from: 'done', reason: 'the fix was reverted' });
  });
});
