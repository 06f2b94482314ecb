import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, otherAgent, person, TestRepository } from '../../../../test/support/testRepository.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { queueRelease } from '../../../operations/queue/queueRelease.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { storeRestore } from '../../../operations/store/storeRestore.js';
import { loadSqlJs } from './sqlJsModule.js';

/** What the step of the schema with the number -3 adds a column to. */
const tablesWithEffort =
  'events decisions slices blockers next_actions evidence findings review_runs compactions'.split(' ');

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

const backupOf = async (from: TestRepository): Promise<string> => {
  const file = join(from.directory, 'backup.sqlite');
  await from.store.maintenance.backup(file);
  return file;
};

describe('content that was restored', () => {
  it('hands out no number, event id or token a second time', async () => {
    await repository.add('Claimed before the backup');
    await repository.add('Never claimed');
    await repository.ok(queueClaim, { id: 'W-1' });
    const file = await backupOf(repository);
    // Replaced: W-1 went to another with token 2, W-3 came, five events were written.
    await repository.ok(queueRelease, { id: 'W-1' });
    await repository.ok(queueClaim, { id: 'W-1' }, otherAgent);
    await repository.ok(queueClaim, { id: 'W-2' }, otherAgent);
    await repository.ok(queueRelease, { id: 'W-2' }, otherAgent);
    await repository.add('Lost');
    await repository.ok(storeRestore, { file }, person);

    // Above both states: neither the holder of then nor the one that was replaced may write by its token.
    expect((await repository.ok(queueShow, { id: 'W-1' })).item).toMatchObject({
      token: 3,
      owner: 'codex',
      revision: 5,
    });
    expect((await repository.ok(queueShow, { id: 'W-2' })).item).toMatchObject({ token: 2, status: 'pending' });
    for (const token of [1, 2]) {
      expect(await repository.refused(queueResolve, { id: 'W-1', status: 'done', token }, agent)).toMatchObject({
        code: 'stale',
      });
    }
    expect((await repository.ok(queueClaim, { id: 'W-2' })).item.token).toBe(3);
    expect((await repository.add('Next')).ref).toBe('W-4');
    const { events } = await repository.ok(eventsTail, { limit: 3 });
    expect(events.map(({ id, type }) => [id, type])).toEqual([
      [11, 'work_item_created'],
      [10, 'work_item_claimed'],
      [9, 'store_restored'],
    ]);
  });

  it('tells in the timeline who restored what, and where the replaced is', async () => {
    await repository.add('Kept');
    const file = await backupOf(repository);
    await repository.add('Lost');
    const { keptAs } = await repository.ok(storeRestore, { file }, person);
    const { events } = await repository.ok(eventsTail, { limit: 1 });
    expect(events).toEqual([
      {
        id: 3,
        at: '2026-11-02T10:00:00.000Z',
        type: 'store_restored',
        actor: 'Ada',
        role: 'human',
        workItem: null,
        payload: { file: 'backup.sqlite', keptAs: keptAs.split('/').at(-1), lastEventId: 2, restoredEventId: 1 },
      },
    ]);
    expect((await repository.store.maintenance.check()).problems).toEqual([]);
  });

  it('of another repository begins above what it replaces as well', async () => {
    const other = new TestRepository();
    try {
      await other.add('Theirs');
      const file = await backupOf(other);
      for (const title of ['One', 'Two', 'Three']) await repository.add(title);
      await repository.ok(storeRestore, { file }, person);
      expect((await repository.add('Next')).ref).toBe('W-4');
      expect(await repository.eventTypes()).toEqual(['work_item_created', 'store_restored', 'work_item_created']);
      expect((await repository.ok(eventsTail, { limit: 1 })).events[0]?.id).toBe(5);
    } finally {
      await other.close();
    }
  });

  it('keeps its own numbers where they are the higher ones', async () => {
    await repository.add('One');
    await repository.ok(queueClaim, { id: 'W-1' });
    const file = await backupOf(repository);
    await repository.store.close();
    const fresh = new TestRepository();
    try {
      await fresh.ok(storeRestore, { file }, person);
      expect((await fresh.ok(queueShow, { id: 'W-1' })).item.token).toBe(2);
      expect((await fresh.add('Two')).ref).toBe('W-2');
      expect((await fresh.ok(eventsTail, { limit: 2 })).events.map(event => event.id)).toEqual([4, 3]);
    } finally {
      await fresh.close();
      rmSync(file, { force: true });
    }
  });

  it('may come from a version whose tables lack columns', async () => {
    await repository.add('Kept');
    const backup = await backupOf(repository);
    const module = await loadSqlJs(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
    const image = readFileSync(backup);
    // A backup is marked with its checksum there.
    image.writeUInt32BE(0, 68);
    const older = new module.Database(image);
    for (const table of tablesWithEffort) older.exec(`alter table ${table} drop column effort`);
    for (const column of ['input_tokens', 'output_tokens']) older.exec(`alter table decisions drop column ${column}`);
    older.exec('delete from schema_migrations where version = -3');
    const file = join(repository.directory, 'older.sqlite');
    writeFileSync(file, older.export());
    older.close();
    await repository.ok(storeRestore, { file }, person);
    expect((await repository.ok(queueShow, { id: 'W-1' })).item).toMatchObject({ title: 'Kept' });
    expect(await repository.eventTypes()).toEqual(['work_item_created', 'store_restored']);
    expect((await repository.add('Next')).ref).toBe('W-2');
    expect((await repository.store.maintenance.check()).problems).toEqual([]);
  });
});
