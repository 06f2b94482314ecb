import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Transaction } from '../../src/store/store.js';
import { acknowledged, Child } from './support/child.js';
import { openStore } from './support/openStore.js';
import { addItems } from './support/rows.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

/** Titles of all items that were added, by their events. */
async function addedTitles(transaction: Transaction): Promise<string[]> {
  const events = await transaction.events.list({ type: 'work_item_created' }, 'commit', 1_000_000);
  return events.map(({ payload }) => String((JSON.parse(payload) as { title: string }).title));
}

it('processes that are killed while they archive lose nothing, and leave nothing twice', async () => {
  const folder = tempFolder('archived');
  const directory = join(folder, 'store');
  const seed = openStore(directory);
  await addItems(seed, ['first']);
  await seed.close();
  const notes = { turnover: [] as string[], archive: [] as string[] };
  const start = async (task: 'turnover' | 'archive'): Promise<Child> => {
    const name = `${task}-${notes[task].length}`;
    const acks = join(folder, name);
    notes[task].push(acks);
    const child = await Child.start(directory, { acks, mode: notes[task].length % 2 === 0 ? 'sync' : 'async' });
    void child.run(task === 'turnover' ? { do: 'turnover', name } : { do: 'archive' });
    return child;
  };
  const running = { turnover: [await start('turnover'), await start('turnover')], archive: [await start('archive')] };
  const kills = sized(60, 6);
  for (let done = 0; done < kills; done += 1) {
    const goal = acknowledged(notes.archive).length + 2;
    while (acknowledged(notes.archive).length < goal) await new Promise(resolve => setTimeout(resolve, 5));
    await new Promise(resolve => setTimeout(resolve, Math.random() * 60));
    // Twice as often one that archives.
    const task = done % 3 === 0 ? 'turnover' : 'archive';
    await running[task].shift()?.kill();
    running[task].push(await start(task));
  }
  await Promise.all([...running.turnover, ...running.archive].map(child => child.kill()));

  const store = openStore(directory);
  await addItems(store, ['last']);
  const inStore = await store.read(addedTitles);
  const archived = await store.readArchived(addedTitles);
  const all = [...inStore, ...archived];
  expect(new Set(all).size).toBe(all.length);
  expect(acknowledged(notes.turnover).filter(title => !all.includes(title))).toEqual([]);
  expect(archived.length).toBeGreaterThan(kills);
  const items = await store.maintenance.query('select title from work_items', 100_000);
  expect(items.rows.map(([title]) => String(title)).sort()).toEqual([...inStore].sort());
  expect((await store.maintenance.check()).problems).toEqual([]);
  await store.close();
});
