import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { eventsTail } from '../events/eventsTail.js';
import { queueAnnotate } from './queueAnnotate.js';
import { queueClaim } from './queueClaim.js';
import { queueEdit } from './queueEdit.js';
import { queueNext } from './queueNext.js';
import { queueResolve } from './queueResolve.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

describe('editing', () => {
  it('changes what is given and nothing else, with one event that tells both sides', async () => {
    await repository.add('Old', { labels: ['a'], payload: { big: 'x'.repeat(1000) } });
    repository.now += 1000;
    const { item } = await repository.ok(
      queueEdit,
      { id: 'W-1', title: ' New ', kind: 'bug', labels: ['B'], payload: [1], due: '+1d', notBefore: '+1h' },
      otherAgent,
    );
    expect(item).toMatchObject({
      title: 'New',
      kind: 'bug',
      labels: ['B'],
      payload: [1],
      due: '2026-11-03T10:00:01.000Z',
      notBefore: '2026-11-02T11:00:01.000Z',
      updatedAt: '2026-11-02T10:00:01.000Z',
      priority: 2,
      queuedBy: 'codex',
      revision: 2,
    });
    const { events } = await repository.ok(eventsTail, { limit: 1 });
    expect(events[0]).toMatchObject({
      type: 'work_item_edited',
      actor: 'claude',
      payload: {
        fields: ['title', 'kind', 'payload', 'labels', 'notBefore', 'due'],
        before: { title: 'Old', kind: 'general', labels: '["a"]', notBefore: null, due: null },
        after: { title: 'New', kind: 'bug', labels: '["B"]' },
      },
    });
    expect(JSON.stringify(events[0])).not.toContain('xxx');
  });

  it('moves the item in the queue with its due date, and back', async () => {
    await repository.add('first');
    await repository.add('second');
    await repository.ok(queueEdit, { id: 'W-2', due: '+1d' });
    expect((await repository.ok(queueNext, {})).item.title).toBe('second');
    await repository.add('third');
    await repository.ok(queueEdit, { id: 'W-3', due: '+1d' });
    const { item } = await repository.ok(queueEdit, { id: 'W-3', clearDue: true });
    expect(item.due).toBeNull();
    expect((await repository.ok(queueNext, {})).item.title).toBe('first');
  });

  it('clears the not-before time and the labels', async () => {
    await repository.add('later', { notBefore: '+1d', labels: ['x'] });
    const { item } = await repository.ok(queueEdit, { id: 'W-1', clearNotBefore: true, clearLabels: true });
    expect(item).toMatchObject({ notBefore: null, labels: [], section: 'ready' });
  });

  it('replaces the notes and removes them, and does not repeat them in the event', async () => {
    await repository.add('Noted', { notes: 'Old' });
    const edited = await repository.ok(queueEdit, { id: 'W-1', notes: 'New\nand longer' });
    expect(edited.item.notes).toBe('New\nand longer');
    const { events } = await repository.ok(eventsTail, { limit: 1 });
    expect(events[0]?.payload).toEqual({ fields: ['notes'], before: {}, after: {} });
    expect((await repository.ok(queueEdit, { id: 'W-1', notes: '' })).item.notes).toBe(null);
    const tooLong = 'x'.repeat(65_537);
    expect(await repository.refused(queueEdit, { id: 'W-1', notes: tooLong })).toMatchObject({ code: 'invalid_input' });
  });

  it('adds to the notes, for everyone, and keeps what others have added since they were read', async () => {
    await repository.add('Noted', { notes: 'Old' });
    await repository.ok(queueNext, {});
    const add = async (text: string, actor: Actor) =>
      (await repository.ok(queueEdit, { id: 'W-1', addNotes: text }, actor)).item.notes;
    await Promise.all([add('Ada saw it', person), add('It is in the log', otherAgent)]);
    expect(await add('{"text":"no field"}', otherAgent)).toBe(
      'Old\n\nAda saw it\n\nIt is in the log\n\n{"text":"no field"}',
    );
    await repository.add('Fields');
    await repository.ok(queueAnnotate, { id: 'W-2', patch: { branch: 'x', text: ['a'] } });
    const { item } = await repository.ok(queueEdit, { id: 'W-2', addNotes: 'Below' });
    expect(item.notes).toEqual({ branch: 'x', text: '["a"]\n\nBelow' });
    for (const [input, code] of [
      [{ id: 'W-2', addNotes: '' }, 'invalid_input'],
      [{ id: 'W-2', addNotes: ' \n' }, 'invalid_input'],
      [{ id: 'W-2', addNotes: 'x'.repeat(65_530) }, 'invalid_input'],
      [{ id: 'W-2', notes: 'Replaced', revision: 2 }, 'stale'],
    ] as const) {
      expect(await repository.refused(queueEdit, input)).toMatchObject({ code });
    }
  });

  it('adds what looks like JSON as text, also where there are no notes yet', async () => {
    await repository.add('Empty');
    const { item } = await repository.ok(queueEdit, { id: 'W-1', addNotes: '{"status":"done"}' });
    expect(item.notes).toEqual({ text: '{"status":"done"}' });
  });

  it('leaves the notes of a claimed item to its holder and to people', async () => {
    await repository.add('Noted', { notes: 'Old' });
    await repository.ok(queueNext, {});
    expect(await repository.refused(queueEdit, { id: 'W-1', notes: 'Other' }, otherAgent)).toMatchObject({
      code: 'conflict',
    });
    expect((await repository.ok(queueEdit, { id: 'W-1', notes: 'Mine' })).item.notes).toBe('Mine');
  });

  it('writes nothing when nothing is different', async () => {
    await repository.add('Same', { labels: ['A'] });
    const before = await repository.dump();
    await repository.ok(queueEdit, { id: 'W-1', title: 'Same', labels: ['A', 'a'], payload: null, clearDue: true });
    expect(await repository.dump()).toBe(before);
  });

  it('changes how a label is spelled', async () => {
    await repository.add('Respelled', { labels: ['ui', 'Release Notes'] });
    const { item } = await repository.ok(queueEdit, { id: 'W-1', labels: ['UI', 'Release Notes'] });
    expect(item.labels).toEqual(['UI', 'Release Notes']);
  });

  it('refuses what excludes itself, nothing, an ended item, a bad time and a stale token', async () => {
    await repository.add('One');
    await repository.add('Two');
    await repository.ok(queueResolve, { id: 'W-2', status: 'done' });
    await repository.ok(queueClaim, { id: 'W-1' });
    const refusals: [object, string, string][] = [
      [{ id: 'W-1', due: '+1d', clearDue: true }, 'invalid_input', 'Use due or clearDue, not both.'],
      [{ id: 'W-1' }, 'invalid_input', 'Nothing to change.'],
      [{ id: 'W-1', clearDue: false }, 'invalid_input', 'Nothing to change.'],
      [{ id: 'W-2', title: 'x' }, 'transition_not_allowed', 'W-2 “Two” is done and cannot be edited.'],
      [{ id: 'W-1', due: 'soonish' }, 'invalid_input', 'due: “soonish” is not a valid time.'],
      [{ id: 'W-1', title: '  ' }, 'invalid_input', 'Invalid input: title: it is empty.'],
    ];
    for (const [input, code, message] of refusals) {
      expect(await repository.refused(queueEdit, input)).toMatchObject({ code, message });
    }
    expect((await repository.refused(queueEdit, { id: 'W-1', title: 'x', token: 9 })).code).toBe('stale');
  });
});
