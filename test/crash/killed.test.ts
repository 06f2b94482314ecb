import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { acknowledged, Child, type ChildOptions } from './support/child.js';
import { claimAll, withoutTurns } from './support/claimAll.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { newestNumber } from './support/rawLog.js';
import { addItems, countEvents } from './support/rows.js';
import { count, random, sized } from './support/size.js';
import { expectChain } from './support/storeFiles.js';
import { tempFolder } from './support/tempFolder.js';

const writers = 3;
const items = sized(40_000, 6000, 12_000);
const often = { ...neverCheckpoint, bytes: 60_000 };

/** A store with nothing but items to claim, and processes that claim them. */
class Writers {
  readonly folder = tempFolder('killed');
  readonly directory = join(this.folder, 'store');
  readonly running: Child[] = [];
  /** What ended the work of one that was not killed. */
  readonly failures: string[] = [];
  readonly #notes: string[] = [];
  readonly #checkpoint: NonNullable<ChildOptions['checkpoint']>;
  readonly #hasTurns: boolean;

  constructor(checkpoint: NonNullable<ChildOptions['checkpoint']>, hasTurns = true) {
    this.#checkpoint = checkpoint;
    this.#hasTurns = hasTurns;
  }

  async begin(): Promise<void> {
    const seed = openStore(this.directory);
    for (let made = 0; made < items; made += 2000) {
      const titles = Array.from({ length: Math.min(2000, items - made) }, (_, index) => `item ${made + index}`);
      await addItems(seed, titles);
    }
    await seed.close();
    if (!this.#hasTurns) withoutTurns(this.directory);
    await Promise.all(Array.from({ length: writers }, (_, slot) => this.start(slot)));
  }

  async start(slot: number): Promise<void> {
    const acks = join(this.folder, `acks-${this.#notes.length}`);
    this.#notes.push(acks);
    const mode = this.#notes.length % 2 === 0 ? 'sync' : 'async';
    const child = await Child.start(this.directory, { acks, checkpoint: this.#checkpoint, mode });
    this.running[slot] = child;
    void claimAll(child, `agent ${slot}`).then(end => {
      if (end !== 'done' && end !== 'GONE') this.failures.push(end);
    });
  }

  /** The numbers of the items that were claimed, by what each process noted once it was told. */
  get acks(): number[] {
    return acknowledged(this.#notes).map(Number);
  }

  /** Whether some item is left to claim: what each process claimed last may not be noted. */
  get isBusy(): boolean {
    return this.acks.length + this.#notes.length < items;
  }

  /** A random one, once there were so many claims: on a slow machine a process may not have come to its first one. */
  async next(claims: number): Promise<{ readonly slot: number; readonly child: Child }> {
    while (this.acks.length < Math.min(items, claims)) await pause(5);
    await pause(5 + random() * 90);
    const slot = Math.floor(random() * writers);
    const child = this.running[slot];
    if (child === undefined) throw new Error('Unknown writer.');
    return { slot, child };
  }

  async end(): Promise<void> {
    await Promise.all(this.running.map(child => child.kill()));
  }
}

/** Kills writers at random moments, and starts others in their place. */
async function killAtRandom(kills: number, work: Writers): Promise<Writers> {
  await work.begin();
  for (let done = 0; done < kills; done += 1) {
    const { slot, child } = await work.next(20 * (done + 1));
    if (work.isBusy) count('kills at random moments');
    await child.kill();
    await work.start(slot);
  }
  await work.end();
  return work;
}

/** Stops writers at random moments for a while, in which the others go on. */
async function stopAtRandom(stops: number, work: Writers): Promise<Writers> {
  await work.begin();
  for (let done = 0; done < stops; done += 1) {
    const { child } = await work.next(20 * (done + 1));
    if (work.isBusy) count('stops at random moments');
    child.signal('SIGSTOP');
    await pause(5 + random() * 395);
    child.signal('SIGCONT');
  }
  await work.end();
  return work;
}

/** Compares what is there with what was acknowledged. */
async function expectNothingLost({ directory, acks, failures }: Writers): Promise<void> {
  expect(failures).toEqual([]);
  const store = openStore(directory);
  // A write proves that the dead left nothing in the way.
  await addItems(store, ['after all of it']);
  const { rows } = await store.maintenance.query("select number from work_items where status = 'in_flight'", 1_000_000);
  const claimed = new Set(rows.map(row => Number(row[0])));
  expect(acks.filter(number => !claimed.has(number))).toEqual([]);
  count('acknowledged commits compared', acks.length);
  expect(new Set(acks).size).toBe(acks.length);
  // A row without its event, or an event without its row, would be half a commit.
  expect(await countEvents(store, 'work_item_claimed')).toBe(claimed.size);
  const twice = await store.maintenance.query(
    "select work_item_id from events where type = 'work_item_claimed' group by work_item_id having count(*) > 1",
    10,
  );
  expect(twice.rows).toEqual([]);
  expect((await store.maintenance.check()).problems).toEqual([]);
  expectChain(directory);
}

describe('processes killed at random moments', () => {
  it('lose nothing that was acknowledged', async () => {
    const work = await killAtRandom(sized(200, 8, 40), new Writers(neverCheckpoint));
    expect(work.acks.length).toBeGreaterThan(sized(1000, 50, 300));
    expect(newestNumber(work.directory)).toBe(1);
    await expectNothingLost(work);
  });

  it('lose nothing either while new generations are begun every 60 kB', async () => {
    const work = await killAtRandom(sized(200, 12, 40), new Writers(often));
    expect(work.acks.length).toBeGreaterThan(sized(1000, 50, 300));
    expect(newestNumber(work.directory)).toBeGreaterThan(sized(10, 2));
    await expectNothingLost(work);
  });
});

describe('processes that take no turns', () => {
  it('and are killed at random moments, lose nothing and do nothing twice', async () => {
    const work = await killAtRandom(sized(200, 8, 40), new Writers(often, false));
    expect(newestNumber(work.directory)).toBeGreaterThan(sized(10, 2));
    await expectNothingLost(work);
  });
});

describe('processes stopped at random moments, for up to 400 ms', () => {
  it.each([
    ['in one log', neverCheckpoint, true, 1],
    ['while new logs are begun every 60 kB', often, true, sized(10, 2)],
    ['without turns, while new logs are begun every 60 kB', often, false, sized(10, 2)],
  ])('lose nothing and do nothing twice: %s', async (_how, checkpoint, hasTurns, newest) => {
    const work = await stopAtRandom(sized(200, 12, 15), new Writers(checkpoint, hasTurns));
    expect(work.acks.length).toBeGreaterThan(sized(1000, 50, 300));
    expect(newestNumber(work.directory)).toBeGreaterThanOrEqual(newest);
    await expectNothingLost(work);
  });
});
