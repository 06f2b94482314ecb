import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { Child, type ChildOptions } from './support/child.js';
import { laterMigrations } from './support/laterMigrations.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { count, firstOf, sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';
import type { Task } from './support/worker.js';

interface Deed {
  readonly name: string;
  prepare(): Promise<string>;
  readonly task: (directory: string) => Task;
  /** What it adds, where it is not undone by what others write. */
  readonly adds: readonly string[];
  /** What there is once it replaced all that was there before it; what others wrote later comes behind this. */
  readonly replaces?: readonly string[];
  readonly options?: ChildOptions;
}

const deeds: readonly Deed[] = [
  { name: 'a commit', prepare: seedStore, task: () => ({ do: 'add', titles: ['new'] }), adds: ['new'] },
  {
    name: 'a commit that makes a checkpoint due',
    prepare: seedStore,
    task: () => ({ do: 'add', titles: ['new'] }),
    adds: ['new'],
    options: { mode: 'sync', checkpoint: { ...neverCheckpoint, bytes: 1 } },
  },
  { name: 'a checkpoint', prepare: seedStore, task: () => ({ do: 'compact' }), adds: [] },
  {
    name: 'a restore',
    async prepare() {
      const directory = copyOf(await seedStore());
      const other = openStore(join(tempFolder('other'), 'store'));
      await addItems(other, ['backed up']);
      await other.maintenance.backup(join(directory, 'backup.for-test'));
      return directory;
    },
    task: directory => ({ do: 'restore', file: join(directory, 'backup.for-test') }),
    adds: [],
    replaces: ['backed up'],
  },
  {
    name: 'a migration',
    prepare: seedStore,
    task: () => ({ do: 'create' }),
    adds: [],
    options: { laterMigrations: 2 },
  },
];

const known = { migrations: [...migrations, ...laterMigrations] };

function isStopped(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}

/**
 * Stops a process before one of its file-system calls while another one writes and makes three checkpoints, so that every file which it
 * knew is gone when it goes on. False when it had done all of its calls by then.
 */
async function stopBefore(deed: Deed, directory: string, index: number): Promise<boolean> {
  const at = `stopped before call ${index}`;
  const options = deed.options?.laterMigrations === undefined ? {} : known;
  const before = await firstTitles(directory);
  const child = await Child.start(directory, deed.options);
  await child.run({ do: 'health' });
  await child.run({ do: 'stopAt', index });
  let outcome = '';
  const end = child.run(deed.task(directory)).then(
    () => {
      outcome = 'done';
    },
    (error: Error) => {
      outcome = error.message;
    },
  );
  while (outcome === '' && !isStopped(child.pid)) await Promise.race([end, wait(2)]);
  if (outcome !== '') {
    // Its closing would come to the call.
    await child.kill();
    return false;
  }
  count(`stops inside ${deed.name}`);
  const other = openStore(directory, options);
  const written = ['seven', 'eight', 'nine'];
  for (const title of written) {
    await addItems(other, [title]);
    await other.maintenance.compact();
  }
  child.signal('SIGCONT');
  await end;
  expect(outcome, at).toBe('done');
  await addItems(other, ['afterwards']);
  const fresh = openStore(directory, options);
  const titles = await titlesOf(fresh);
  expect(possible(deed, before, [...written, 'afterwards']), at).toContainEqual([...titles].sort());
  expect(await titlesOf(other), at).toEqual(titles);
  await child.run({ do: 'add', titles: ['awake'] });
  expect(await titlesOf(other), at).toEqual([...titles, 'awake']);
  expect(await dumpOf(other), at).toBe(await dumpOf(fresh));
  expect((await fresh.maintenance.check()).problems, at).toEqual([]);
  await Promise.all([other.close(), fresh.close(), child.close()]);
  return true;
}

async function firstTitles(directory: string): Promise<readonly string[]> {
  const store = openStore(directory);
  const titles = await titlesOf(store);
  await store.close();
  return titles;
}

/** Every content, sorted, that is right after it: the deed came before or after what others wrote. */
function possible(deed: Deed, before: readonly string[], later: readonly string[]): string[][] {
  const kept = [...before, ...later];
  const done: (readonly string[])[] = [[...kept, ...deed.adds]];
  if (deed.replaces !== undefined) {
    done.length = 0;
    // Others wrote before it, or behind it, or some before and some behind.
    for (let from = 0; from < later.length; from += 1) done.push([...deed.replaces, ...later.slice(from)]);
  }
  return done.map(titles => [...titles].sort());
}

describe('a process that is stopped inside while others write and make three checkpoints', () => {
  it.skipIf(process.platform !== 'linux').each(deeds.map(deed => [deed.name, deed] as const))(
    'finds its way: %s',
    async (_name, deed) => {
      const seed = await deed.prepare();
      const step = sized(1, 47, 29);
      let index = firstOf(step, sized(0, 3));
      for (; existsSync(seed) && (await stopBefore(deed, copyOf(seed), index)); index += step);
      expect(index).toBeGreaterThanOrEqual(step);
    },
  );

  it('and the store it is about has the titles that these tests begin with', async () => {
    expect(await firstTitles(copyOf(await seedStore()))).toEqual(seededTitles);
  });
});
