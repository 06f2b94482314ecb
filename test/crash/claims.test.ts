import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askImage } from './support/askImage.js';
import { Child } from './support/child.js';
import { openStore } from './support/openStore.js';
import { addItems, countEvents } from './support/rows.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

async function storeWith(items: number): Promise<string> {
  const directory = join(tempFolder('claims'), 'store');
  const store = openStore(directory);
  for (let made = 0; made < items; made += 1000) {
    await addItems(
      store,
      Array.from({ length: Math.min(1000, items - made) }, (_, index) => `item ${made + index + 1}`),
    );
  }
  await store.close();
  return directory;
}

describe('nobody loses, nobody doubles', () => {
  it('8 processes with 50 claims each take 400 different items and leave 400 events', async () => {
    const directory = await storeWith(sized(10_000, 2000));
    const children = await Child.startAll(8, directory, index => ({ mode: index % 2 === 0 ? 'sync' : 'async' }));
    const claimed = await Promise.all(
      children.map((child, index) => child.run<number[]>({ do: 'claimMany', owner: `agent ${index}`, count: 50 })),
    );
    await Promise.all(children.map(child => child.close()));

    expect(claimed.map(numbers => numbers.length)).toEqual([50, 50, 50, 50, 50, 50, 50, 50]);
    expect(new Set(claimed.flat()).size).toBe(400);
    // The queue's order is the order of creation, so no one skipped anything either.
    expect(claimed.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));

    const store = openStore(directory);
    expect(await countEvents(store, 'work_item_claimed')).toBe(400);
    expect((await store.maintenance.check()).problems).toEqual([]);
    const { snapshotFile } = await store.maintenance.compact();
    expect(askImage(snapshotFile, "select count(*) as n from work_items where status = 'in_flight'")).toEqual([
      { n: 400 },
    ]);
    expect(
      askImage(snapshotFile, "select count(distinct work_item_id) as n from events where type = 'work_item_claimed'"),
    ).toEqual([{ n: 400 }]);
    expect(askImage(snapshotFile, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it('of 20 processes that ask for one item at once, one gets it, round after round', async () => {
    const rounds = sized(100, 40);
    const directory = await storeWith(rounds);
    const children = await Child.startAll(20, directory);
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await Promise.all(
        children.map((child, index) =>
          child.run<number | null>({ do: 'claim', owner: `agent ${index}`, number: round }),
        ),
      );
      expect(
        answers.filter(answer => answer !== null),
        `round ${round}`,
      ).toEqual([round]);
    }
    const store = openStore(directory);
    expect(await countEvents(store, 'work_item_claimed')).toBe(rounds);
    const owners = await store.maintenance.query(
      "select work_item_id, count(*) from events where type = 'work_item_claimed' group by work_item_id having count(*) <> 1",
      10,
    );
    expect(owners.rows).toEqual([]);
  });

  it('events of all processes have the numbers 1, 2, 3, … in the order of their commits', async () => {
    const directory = await storeWith(0);
    const children = await Child.startAll(6, directory, index => ({ mode: index % 2 === 0 ? 'sync' : 'async' }));
    const each = sized(60, 20);
    await Promise.all(
      children.map(async (child, index) => {
        for (let count = 0; count < each; count += 1) await child.run({ do: 'add', titles: [`${index} ${count}`] });
      }),
    );
    const store = openStore(directory);
    const { rows } = await store.maintenance.query('select id from events order by rowid', 100_000);
    expect(rows.map(row => row[0])).toEqual(Array.from({ length: 6 * each }, (_, index) => index + 1));
  });
});
