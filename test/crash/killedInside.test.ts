import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { Child, type ChildOptions } from './support/child.js';
import { laterMigrations } from './support/laterMigrations.js';
import { openStore } from './support/openStore.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { count, firstOf, sized } from './support/size.js';
import { expectTidy } from './support/storeFiles.js';
import { tempFolder } from './support/tempFolder.js';
import type { Task } from './support/worker.js';

interface Deed {
  readonly name: string;
  prepare(): Promise<string>;
  readonly tasks: (directory: string) => Task;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly options?: ChildOptions;
}

const deeds: readonly Deed[] = [
  {
    name: 'the creation of a store',
    prepare: async () => join(tempFolder('new'), 'store'),
    tasks: () => ({ do: 'create' }),
    before: [],
    after: [],
  },
  {
    name: 'a commit',
    prepare: seedStore,
    tasks: () => ({ do: 'add', titles: ['new'] }),
    before: seededTitles,
    after: [...seededTitles, 'new'],
  },
  {
    name: 'a checkpoint',
    prepare: seedStore,
    tasks: () => ({ do: 'compact' }),
    before: seededTitles,
    after: seededTitles,
  },
  {
    name: 'a restore',
    async prepare() {
      const directory = await seedStore();
      const other = openStore(join(tempFolder('other'), 'store'));
      await addItems(other, ['backed up']);
      await other.maintenance.backup(join(directory, 'backup.for-test'));
      return directory;
    },
    tasks: directory => ({ do: 'restore', file: join(directory, 'backup.for-test') }),
    before: seededTitles,
    after: ['backed up'],
  },
  {
    name: 'a migration',
    prepare: seedStore,
    tasks: () => ({ do: 'create' }),
    before: seededTitles,
    after: seededTitles,
    options: { laterMigrations: 2 },
  },
];

const known = { migrations: [...migrations, ...laterMigrations] };

/** Kills a process before one of its file-system calls; false when it had done all of them by then. */
async function killBefore(deed: Deed, directory: string, index: number): Promise<boolean> {
  const options = deed.options === undefined ? {} : known;
  const witness = openStore(directory, options);
  const child = await Child.start(directory, deed.options);
  await child.run({ do: 'dieAt', index, when: 'before' });
  const outcome = await child.run(deed.tasks(directory)).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
  if (outcome === 'GONE') expect((await child.exited).signal).toBe('SIGKILL');
  await child.kill();
  if (outcome === 'GONE') count(`kills inside ${deed.name}`);

  const fresh = openStore(directory, options);
  const titles = await titlesOf(fresh);
  if (outcome === 'done') expect(titles).toEqual(deed.after);
  else expect([deed.before, deed.after]).toContainEqual(titles);
  await addItems(fresh, ['afterwards']);
  expect(await titlesOf(witness)).toEqual([...titles, 'afterwards']);
  expect(await dumpOf(witness)).toBe(await dumpOf(fresh));
  expect((await fresh.maintenance.check()).problems).toEqual([]);
  await fresh.maintenance.compact();
  await fresh.maintenance.compact();
  expectTidy(directory, `killed before call ${index}`);
  await Promise.all([witness.close(), fresh.close()]);
  return outcome !== 'done';
}

describe('a process that is killed inside', () => {
  // By `%s`, because other patterns cut long names short.
  it.each(deeds.map(deed => [deed.name, deed] as const))(
    '%s leaves the state before or after it',
    async (_name, deed) => {
      const seed = await deed.prepare();
      const step = sized(1, 41, 17);
      for (let index = firstOf(step, sized(0, 4)); ; index += step) {
        const directory = existsSync(seed) ? copyOf(seed) : join(tempFolder('new'), 'store');
        if (!(await killBefore(deed, directory, index))) break;
      }
    },
  );
});
