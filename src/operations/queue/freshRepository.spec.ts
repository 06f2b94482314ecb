import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { eventsAppend } from '../events/eventsAppend.js';
import type { AnyOperation } from '../operation.js';
import { queueAdd } from './queueAdd.js';
import { queueClaim } from './queueClaim.js';
import { queueImport } from './queueImport.js';
import { queueNext } from './queueNext.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

describe('the first write in a repository', () => {
  it.each<[AnyOperation, object]>([
    [queueClaim, { id: 'W-1' }],
    [queueNext, {}],
    [queueAdd, { title: 'Work', dependsOn: ['W-7'] }],
    [queueImport, { jsonl: '{"title":"One"}\n{"title":"Two","dependsOn":["none"]}' }],
    [eventsAppend, { type: 'deploy_started', workItem: 'W-1' }],
  ])('leaves nothing behind when it is refused: $name', async (operation, input) => {
    await repository.refused(operation, input);
    expect(await repository.store.health()).toEqual({ state: 'absent', location: join(repository.directory, 'store') });
    expect(existsSync(join(repository.directory, 'store'))).toBe(false);
  });

  it('makes the store when it is not, and does once what it says', async () => {
    await repository.refused(queueClaim, { id: 'W-1' });
    expect((await repository.add('Work', { id: 'work' })).ref).toBe('W-1');
    expect((await repository.add('More')).ref).toBe('W-2');
    expect(await repository.eventTypes()).toEqual(['work_item_created', 'work_item_created']);
    const { rows } = await repository.store.maintenance.query('select count(*) from repositories', 1);
    expect(rows).toEqual([[1]]);
  });
});
