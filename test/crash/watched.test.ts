import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acknowledged, Child } from './support/child.js';
import { claimAll, withoutTurns } from './support/claimAll.js';
import { neverCheckpoint, openStore } from './support/openStore.js';
import { addItems, countEvents } from './support/rows.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';
import type { Watch } from './support/watchClaims.js';

const writers = 8;
const items = sized(16_000, 800);

describe('eight processes that claim from one store', () => {
  it.each([
    ['in one log', neverCheckpoint, true],
    ['with a new log every 60 kB', { ...neverCheckpoint, bytes: 60_000 }, true],
    ['with a new log every 60 kB and no turns', { ...neverCheckpoint, bytes: 60_000 }, false],
  ])(
    '%s show a ninth that looks all the time nothing but whole commits, for good',
    async (_how, checkpoint, hasTurns) => {
      const folder = tempFolder('watched');
      const directory = join(folder, 'store');
      const over = join(folder, 'over');
      const seed = openStore(directory);
      await addItems(
        seed,
        Array.from({ length: items }, (_, index) => `item ${index}`),
      );
      await seed.close();
      if (!hasTurns) withoutTurns(directory);
      const notes = Array.from({ length: writers }, (_, index) => join(folder, `acks-${index}`));
      const watcher = await Child.start(directory);
      const watching = watcher.run<Watch>({ do: 'watch', untilFile: over });
      const children = await Child.startAll(writers, directory, index => ({
        acks: notes[index] ?? '',
        mode: index % 2 === 0 ? 'sync' : 'async',
        checkpoint,
      }));
      const ends = await Promise.all(children.map((child, index) => claimAll(child, `agent ${index}`)));
      expect(ends).toEqual(ends.map(() => 'done'));
      writeFileSync(over, '');
      const { looks, states, problems } = await watching;
      expect(problems).toEqual([]);
      expect(states).toBeGreaterThan(20);
      expect(looks).toBeGreaterThanOrEqual(states);
      const acks = acknowledged(notes).map(Number);
      expect(new Set(acks).size).toBe(acks.length);
      expect(acks.length).toBeGreaterThan(items * 0.9);
      const store = openStore(directory);
      expect(await countEvents(store, 'work_item_claimed')).toBe(items);
      expect(
        (await store.maintenance.query("select count(*) from work_items where status = 'in_flight'", 1)).rows,
      ).toEqual([[items]]);
      expect((await store.maintenance.check()).problems).toEqual([]);
      await Promise.all([watcher, ...children].map(child => child.close()));
    },
  );
});
