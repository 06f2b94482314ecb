import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acknowledged, Child, type ChildOptions } from './support/child.js';
import { journalPath, newestGeneration } from './support/imageOf.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { chainOf, readJournal } from './support/rawJournal.js';
import { addItems, countEvents } from './support/rows.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

const writers = 3;

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Kills writers at random moments, starts others in their place, and compares what is there with what was acknowledged. */
async function killAtRandom(kills: number, items: number, checkpoint: NonNullable<ChildOptions['checkpoint']>) {
  const folder = tempFolder('killed');
  const directory = join(folder, 'store');
  const seed = openStore(directory);
  for (let made = 0; made < items; made += 2000) {
    await addItems(
      seed,
      Array.from({ length: Math.min(2000, items - made) }, (_, index) => `item ${made + index}`),
    );
  }
  await seed.close();

  const notes: string[] = [];
  const start = async (slot: number): Promise<Child> => {
    const acks = join(folder, `acks-${notes.length}`);
    notes.push(acks);
    const child = await Child.start(directory, { acks, checkpoint, mode: notes.length % 2 === 0 ? 'sync' : 'async' });
    void child.run({ do: 'work', owner: `agent ${slot}` });
    return child;
  };
  const running = await Promise.all(Array.from({ length: writers }, (_, slot) => start(slot)));
  let idle = 0;
  for (let done = 0; done < kills; done += 1) {
    // On a slow machine a process may not have come to its first claim by then.
    while (acknowledged(notes).length < Math.min(items, 20 * (done + 1))) await pause(5);
    await pause(5 + Math.random() * 90);
    const slot = Math.floor(Math.random() * writers);
    const victim = running[slot];
    if (victim === undefined) continue;
    await victim.kill();
    // A process that had no work left was not killed in the middle of any.
    if ((await victim.exited).signal !== 'SIGKILL') idle += 1;
    running[slot] = await start(slot);
  }
  await Promise.all(running.map(child => child.kill()));
  return { directory, acks: acknowledged(notes).map(Number), idle };
}

async function expectNothingLost(directory: string, acks: readonly number[]): Promise<void> {
  const store = openStore(directory);
  // A write proves that the dead left nothing in the way, and cuts off what they left half written.
  await addItems(store, ['after all kills']);
  const { rows } = await store.maintenance.query("select number from work_items where status = 'in_flight'", 1_000_000);
  const claimed = new Set(rows.map(row => Number(row[0])));
  expect(acks.filter(number => !claimed.has(number))).toEqual([]);
  expect(new Set(acks).size).toBe(acks.length);
  // A row without its event, or an event without its row, would be half a commit.
  expect(await countEvents(store, 'work_item_claimed')).toBe(claimed.size);
  const twice = await store.maintenance.query(
    "select work_item_id from events where type = 'work_item_claimed' group by work_item_id having count(*) > 1",
    10,
  );
  expect(twice.rows).toEqual([]);
  expect((await store.maintenance.check()).problems).toEqual([]);
  const journal = readJournal(journalPath(directory));
  expect(journal.end).toBe(journal.size);
  const chain = chainOf(journal);
  expect(chain).toEqual(Array.from({ length: chain.length }, (_, index) => journal.baseSeq + 1 + index));
}

describe('processes killed at random moments', () => {
  it('lose nothing that was acknowledged', async () => {
    const { directory, acks } = await killAtRandom(sized(200, 12), sized(40_000, 6000), neverCheckpoint);
    expect(acks.length).toBeGreaterThan(sized(1000, 50));
    expect(newestGeneration(directory)).toBe(1);
    await expectNothingLost(directory, acks);
  });

  it('lose nothing either while new generations are begun every 60 kB', async () => {
    const { directory, acks } = await killAtRandom(sized(200, 20), sized(40_000, 6000), {
      ...neverCheckpoint,
      bytes: 60_000,
    });
    expect(acks.length).toBeGreaterThan(sized(1000, 50));
    expect(newestGeneration(directory)).toBeGreaterThan(sized(10, 2));
    await expectNothingLost(directory, acks);
  });
});
