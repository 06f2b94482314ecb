import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Child } from './support/child.js';
import { openStore } from './support/openStore.js';
import { commitOf, PagesPlace } from './support/plantedStore.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seedStore } from './support/seed.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

const canCount = existsSync('/proc/self/fd');

function handles(): number {
  return readdirSync('/proc/self/fd').length;
}

/** The test's own process opens files for a moment too: what is lost stays. */
const handlesToBe = (count: number): Promise<void> => expect.poll(handles).toBe(count);

describe('handles', () => {
  it.runIf(canCount)('are given back by every opening and closing', async () => {
    const directory = copyOf(await seedStore());
    const use = async (round: number) => {
      const store = openStore(directory, { mode: round % 2 === 0 ? 'sync' : 'async' });
      await titlesOf(store);
      if (round % 4 === 0) await addItems(store, [`round ${round}`]);
      await store.close();
    };
    await use(0);
    const before = handles();
    for (let round = 1; round <= sized(200, 60); round += 1) await use(round);
    await handlesToBe(before);
  });

  it.runIf(canCount)('are not used up by a store that cannot be opened, however often it is tried', async () => {
    const directory = copyOf(await seedStore());
    const newer = openStore(directory);
    await newer.close();
    // A last commit that only a later version understands.
    new PagesPlace(directory, '').record(commitOf(100, 1), { schema: 7 });
    const store = openStore(directory);
    expect((await store.health()).state).toBe('too-new');
    const before = handles();
    for (let round = 0; round < 30; round += 1) expect((await store.health()).state).toBe('too-new');
    await handlesToBe(before);
  });

  it.runIf(canCount)('are given back by checkpoints, of oneself and of others', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    const other = openStore(directory);
    const round = async () => {
      await addItems(store, ['one more']);
      await store.maintenance.compact();
      await titlesOf(other);
    };
    await round();
    await round();
    const before = handles();
    for (let count = 0; count < 20; count += 1) await round();
    await handlesToBe(before);
  });
});

describe('memory', () => {
  it('does not grow with 20 checkpoints at 10,000 items', async () => {
    const directory = join(tempFolder('memory'), 'store');
    const seed = openStore(directory);
    for (let made = 0; made < 10_000; made += 2000) {
      await addItems(
        seed,
        Array.from({ length: 2000 }, (_, index) => `item ${made + index}`),
      );
    }
    await seed.close();
    const child = await Child.start(directory, { nodeFlags: ['--expose-gc'] });
    const checkpoint = async (): Promise<number> => {
      await child.run({ do: 'add', titles: ['one more'] });
      await child.run({ do: 'compact' });
      return child.run<number>({ do: 'memory' });
    };
    const first = await checkpoint();
    const later: number[] = [];
    for (let count = 0; count < 20; count += 1) later.push(await checkpoint());
    // An image that was just written may not have been given back yet when one looks: what stays is there at each look. That is
    // one image or two; one that was kept at each checkpoint would more than double it.
    expect(Math.min(...later.slice(-10)) / first).toBeLessThanOrEqual(1.8);
  });
});

describe('what is left on disk', () => {
  it('does not grow with checkpoints, migrations aside', async () => {
    const directory = copyOf(await seedStore());
    const store = openStore(directory);
    await store.maintenance.compact();
    const before = readdirSync(directory).length;
    for (let count = 0; count < 10; count += 1) {
      await addItems(store, ['one more']);
      await store.maintenance.compact();
    }
    expect(readdirSync(directory).length).toBe(before);
    rmSync(directory, { recursive: true });
  });
});
