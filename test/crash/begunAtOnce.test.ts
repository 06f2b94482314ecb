import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { Child, type ChildOptions } from './support/child.js';
import { laterMigrations } from './support/laterMigrations.js';
import { openStore } from './support/openStore.js';
import { titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

/** Several processes write their first item at the same moment. */
async function addAtOnce(directory: string, options: ChildOptions = {}): Promise<string[]> {
  const processes = sized(8, 4);
  const children = await Child.startAll(processes, directory, index => ({
    mode: index % 2 === 0 ? 'sync' : 'async',
    ...options,
  }));
  const titles = children.map((_, index) => `of ${index}`);
  await Promise.all(children.map((child, index) => child.run({ do: 'add', titles: [titles[index] ?? ''] })));
  await Promise.all(children.map(child => child.close()));
  return titles;
}

describe('processes that meet at once', () => {
  it('begin one store where there is none, with everything that they were told to keep', {
    timeout: 600_000,
  }, async () => {
    for (let round = 0; round < sized(10, 2); round += 1) {
      const directory = join(tempFolder('begun'), 'store');
      const titles = await addAtOnce(directory);
      const store = openStore(directory);
      expect((await titlesOf(store)).sort()).toEqual(titles);
      expect((await store.maintenance.check()).problems).toEqual([]);
    }
  });

  it('migrate a store once, and write to it', { timeout: 600_000 }, async () => {
    const directory = copyOf(await seedStore());
    const titles = await addAtOnce(directory, { laterMigrations: 2 });
    const store = openStore(directory, { migrations: [...migrations, ...laterMigrations] });
    expect((await titlesOf(store)).sort()).toEqual([...seededTitles, ...titles].sort());
    const steps = 'select count(*), count(distinct version) from schema_migrations where version > 1000';
    expect((await store.maintenance.query(steps, 1)).rows).toEqual([[2, 2]]);
    expect((await store.maintenance.check()).problems).toEqual([]);
  });
});
