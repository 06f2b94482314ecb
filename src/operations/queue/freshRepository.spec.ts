import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestRoom } from '../../../test/support/testRoom.js';
import { eventsAppend } from '../events/eventsAppend.js';
import type { AnyOperation } from '../operation.js';
import { queueAdd } from './queueAdd.js';
import { queueClaim } from './queueClaim.js';
import { queueImport } from './queueImport.js';
import { queueNext } from './queueNext.js';

let room: TestRoom;
beforeEach(() => {
  room = new TestRoom();
});
afterEach(() => room.close());

describe('the first write in a repository', () => {
  it.each<[AnyOperation, object]>([
    [queueClaim, { id: 'W-1' }],
    [queueNext, {}],
    [queueAdd, { title: 'Work', dependsOn: ['W-7'] }],
    [queueImport, { jsonl: '{"title":"One"}\n{"title":"Two","dependsOn":["none"]}' }],
    [eventsAppend, { type: 'deploy_started', workItem: 'W-1' }],
  ])('leaves nothing behind when it is refused: $name', async (operation, input) => {
    await room.refused(operation, input);
    expect(await room.store.health()).toEqual({ state: 'absent', location: join(room.directory, 'store') });
    expect(existsSync(join(room.directory, 'store'))).toBe(false);
  });

  it('makes the store when it is not, and does once what it says', async () => {
    await room.refused(queueClaim, { id: 'W-1' });
    expect((await room.add('Work', { id: 'work' })).ref).toBe('W-1');
    expect((await room.add('More')).ref).toBe('W-2');
    expect(await room.eventTypes()).toEqual(['work_item_created', 'work_item_created']);
    const { rows } = await room.store.maintenance.query('select count(*) from repositories', 1);
    expect(rows).toEqual([[1]]);
  });
});
