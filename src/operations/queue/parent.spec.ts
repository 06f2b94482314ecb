import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { eventsTail } from '../events/eventsTail.js';
import { queueAdd } from './queueAdd.js';
import { queueClaim } from './queueClaim.js';
import { queueEdit } from './queueEdit.js';
import { queueImport } from './queueImport.js';
import { queueList } from './queueList.js';
import { queueNext } from './queueNext.js';
import { queueReady } from './queueReady.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

/** W-1 with the parts W-2 and W-3, and W-4 below W-2. */
async function tree(): Promise<void> {
  await repository.add('Release');
  await repository.ok(queueAdd, { title: 'Notes', parent: 'W-1' });
  await repository.ok(queueAdd, { title: 'Package', parent: '1', id: 'package' });
  await repository.ok(queueAdd, { title: 'Changes', parent: 'W-2' });
}

describe('a parent', () => {
  it('is shown with its children, in lists and by a filter', async () => {
    await tree();
    expect(await repository.ok(queueShow, { id: 'W-2' })).toMatchObject({
      item: { ref: 'W-2', parent: 'W-1' },
      parent: { ref: 'W-1', title: 'Release', status: 'pending' },
      children: [{ ref: 'W-4', title: 'Changes', status: 'pending' }],
    });
    expect(await repository.ok(queueShow, { id: 'W-1' })).toMatchObject({
      item: { parent: null },
      parent: null,
      children: [{ ref: 'W-2' }, { ref: 'W-3' }],
    });
    const { items } = await repository.ok(queueList, { order: 'created' });
    expect(items.map(({ parent }) => parent)).toEqual([null, 'W-1', 'W-1', 'W-2']);
    const parts = await repository.ok(queueList, { parent: 'W-1', section: 'ready', order: 'queue' });
    expect(parts.items.map(({ ref }) => ref)).toEqual(['W-2', 'W-3']);
    expect(await repository.refused(queueList, { parent: 'W-9' })).toMatchObject({ code: 'not_found' });
  });

  it('is not ready while a child is open, as for next', async () => {
    await tree();
    const ready = async () => (await repository.ok(queueReady, {})).items.map(({ ref }) => ref);
    expect(await ready()).toEqual(['W-3', 'W-4']);
    expect((await repository.ok(queueNext, {})).item.ref).toBe('W-3');
    await repository.ok(queueResolve, { id: 'W-3', status: 'done' });
    await repository.ok(queueResolve, { id: 'W-4', status: 'done' });
    expect(await ready()).toEqual(['W-2']);
    await repository.ok(queueResolve, { id: 'W-2', status: 'done' });
    expect(await ready()).toEqual(['W-1']);
  });

  it('is changed and cleared, with refs in the event', async () => {
    await tree();
    expect((await repository.ok(queueEdit, { id: 'package', parent: 'W-2' })).item.parent).toBe('W-2');
    expect((await repository.ok(queueEdit, { id: 'package', parent: '' })).item.parent).toBeNull();
    const { events } = await repository.ok(eventsTail, { limit: 2 });
    expect(events.map(({ payload }) => payload)).toEqual([
      { fields: ['parent'], before: { parent: 'W-2' }, after: { parent: null } },
      { fields: ['parent'], before: { parent: 'W-1' }, after: { parent: 'W-2' } },
    ]);
  });

  it('is never the item itself or one below it', async () => {
    await tree();
    expect(await repository.refused(queueEdit, { id: 'W-1', parent: 'W-4' })).toMatchObject({
      code: 'invalid_input',
      message: 'W-1 cannot be a part of W-4 “Changes”: this would create a cycle (W-1 → W-4 → W-2 → W-1).',
    });
    expect(await repository.refused(queueEdit, { id: 'W-1', parent: 'W-1' })).toMatchObject({ code: 'invalid_input' });
    expect(await repository.refused(queueAdd, { title: 'x', parent: 'W-9' })).toMatchObject({ code: 'not_found' });
    expect((await repository.ok(queueShow, { id: 'W-1' })).item).toMatchObject({ parent: null, revision: 1 });
  });

  it('is handed out by next only when its children have ended', async () => {
    await tree();
    const taken = async () => (await repository.ok(queueNext, {})).item.ref;
    expect([await taken(), await taken()]).toEqual(['W-3', 'W-4']);
    expect(await repository.refused(queueNext, {})).toMatchObject({ details: { ready: 2 } });
    await repository.ok(queueResolve, { id: 'W-4', status: 'cancelled' });
    expect(await taken()).toBe('W-2');
    await repository.ok(queueResolve, { id: 'W-2', status: 'done' });
    await repository.ok(queueResolve, { id: 'W-3', status: 'failed' });
    expect(await taken()).toBe('W-1');
  });

  it('can be claimed and resolved by its id while children are open, which are named', async () => {
    await tree();
    await repository.ok(queueClaim, { id: 'W-1' });
    expect(await repository.ok(queueResolve, { id: 'W-1', status: 'done' })).toMatchObject({
      item: { status: 'done' },
      openChildren: [
        { ref: 'W-2', title: 'Notes', status: 'pending' },
        { ref: 'W-3', title: 'Package', status: 'pending' },
      ],
    });
  });

  it('may come before or after its children in a file, and never below them', async () => {
    await repository.add('There');
    const lines = (...items: object[]) => items.map(item => JSON.stringify(item)).join('\n');
    const jsonl = lines(
      { title: 'Part', id: 'part', parent: 'whole', assignee: 'dana' },
      { title: 'Whole', id: 'whole', parent: 'W-1' },
    );
    await repository.ok(queueImport, { jsonl });
    const { items } = await repository.ok(queueList, { order: 'created' });
    expect(items.map(({ title, parent, assignee }) => [title, parent, assignee])).toEqual([
      ['There', null, null],
      ['Part', 'W-3', 'dana'],
      ['Whole', 'W-1', null],
    ]);
    const cyclic = lines({ title: 'a', id: 'a', parent: 'b' }, { title: 'b', id: 'b', parent: 'a' });
    expect(await repository.refused(queueImport, { jsonl: cyclic })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('parent creates a cycle'),
    });
  });
});
