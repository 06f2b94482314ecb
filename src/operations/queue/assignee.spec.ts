import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otherAgent, TestRepository } from '../../../test/support/testRepository.js';
import { eventsTail } from '../events/eventsTail.js';
import { queueAdd } from './queueAdd.js';
import { queueClaim } from './queueClaim.js';
import { queueEdit } from './queueEdit.js';
import { queueList } from './queueList.js';
import { queueNext } from './queueNext.js';
import { queueReady } from './queueReady.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

describe('an assignee', () => {
  it('is given, changed and cleared, also by others than the holder, and is no claim', async () => {
    expect((await repository.ok(queueAdd, { title: 'One', assignee: ' dana ' })).item).toMatchObject({
      assignee: 'dana',
      owner: null,
      section: 'ready',
    });
    await repository.ok(queueClaim, { id: 'W-1' });
    const { item } = await repository.ok(queueEdit, { id: 'W-1', assignee: 'eli' }, otherAgent);
    expect(item).toMatchObject({ assignee: 'eli', owner: 'codex', revision: 3 });
    expect((await repository.ok(queueEdit, { id: 'W-1', assignee: '' })).item.assignee).toBeNull();
    expect((await repository.ok(queueEdit, { id: 'W-1', assignee: '' })).item.revision).toBe(4);
    const { events } = await repository.ok(eventsTail, { limit: 4 });
    expect(events.map(({ type, payload }) => [type, payload])).toMatchObject([
      ['work_item_edited', { fields: ['assignee'], before: { assignee: 'eli' }, after: { assignee: null } }],
      ['work_item_edited', { fields: ['assignee'], before: { assignee: 'dana' }, after: { assignee: 'eli' } }],
      ['work_item_claimed', {}],
      ['work_item_created', { assignee: 'dana' }],
    ]);
  });

  it('filters lists and ready items', async () => {
    await repository.ok(queueAdd, { title: 'One', assignee: 'dana' });
    await repository.ok(queueAdd, { title: 'Two', assignee: 'eli' });
    await repository.add('Three');
    const refs = ({ items }: { items: readonly { ref: string }[] }) => items.map(({ ref }) => ref);
    expect(refs(await repository.ok(queueList, { assignee: 'dana' }))).toEqual(['W-1']);
    expect(refs(await repository.ok(queueList, { section: 'ready', order: 'queue', assignee: 'eli' }))).toEqual([
      'W-2',
    ]);
    expect(refs(await repository.ok(queueReady, { assignee: 'dana' }))).toEqual(['W-1']);
    expect(refs(await repository.ok(queueReady, {}))).toEqual(['W-1', 'W-2', 'W-3']);
    expect(refs(await repository.ok(queueList, { assignee: 'Dana' }))).toEqual([]);
  });

  it('keeps next from giving the item to others, unless they ask for it', async () => {
    await repository.ok(queueAdd, { title: 'Of dana', assignee: 'dana', priority: 0 });
    await repository.ok(queueAdd, { title: 'Of claude', assignee: 'claude' });
    await repository.add('Free');
    expect((await repository.ok(queueNext, {})).item.ref).toBe('W-3');
    expect((await repository.ok(queueNext, {}, otherAgent)).item.ref).toBe('W-2');
    expect(await repository.refused(queueNext, {})).toMatchObject({
      code: 'nothing_ready',
      hint: '1 ready item is assigned to others or waiting for open children. Claim one by its id.',
      next: [{ operation: 'queue.ready', input: {} }],
      details: { ready: 1 },
    });
    expect((await repository.ok(queueNext, { assignee: 'dana' })).item).toMatchObject({ ref: 'W-1', owner: 'codex' });
    expect(await repository.refused(queueNext, { assignee: 'dana' })).toMatchObject({
      message: expect.stringMatching(/^No work item \(assignee: dana\) is ready/),
    });
  });

  it('does not keep others from claiming the item by its id', async () => {
    await repository.ok(queueAdd, { title: 'Of dana', assignee: 'dana' });
    expect((await repository.ok(queueClaim, { id: 'W-1' })).item).toMatchObject({ owner: 'codex', assignee: 'dana' });
  });

  it('is a name in one line of at most 200 characters', async () => {
    for (const assignee of ['a\nb', 'x'.repeat(201), '\u200b']) {
      expect(await repository.refused(queueAdd, { title: 'One', assignee })).toMatchObject({ code: 'invalid_input' });
    }
  });

  it('is compared when an id is added again', async () => {
    await repository.ok(queueAdd, { title: 'One', id: 'one', assignee: 'dana' });
    expect(await repository.ok(queueAdd, { title: 'One', id: 'one', assignee: 'dana' })).toMatchObject({ differs: [] });
    expect(await repository.ok(queueAdd, { title: 'One', id: 'one', assignee: '' })).toMatchObject({
      inserted: false,
      differs: ['assignee'],
    });
  });
});
