import { describe, expect, it } from 'vitest';
import { Child } from './support/child.js';
import { openStore } from './support/openStore.js';
import { addItems } from './support/rows.js';
import { copyOf, seedStore } from './support/seed.js';

/** Waits until `count` has grown beyond what it was. */
async function untilMore(count: () => number, than: number): Promise<void> {
  while (count() <= than) await new Promise(resolve => setTimeout(resolve, 5));
}

describe('who listens', () => {
  it('hears of commits, beats, generations and restores of other processes, even without ever reading', async () => {
    const directory = copyOf(await seedStore());
    const other = await Child.start(directory);
    await other.run({ do: 'health' });
    const listener = openStore(directory);
    await listener.health();
    let heard = 0;
    const stop = listener.onDidChange(() => {
      heard += 1;
    });
    const deeds = [
      () => other.run({ do: 'add', titles: ['seven'] }),
      () => other.run({ do: 'compact' }),
      () => other.run({ do: 'add', titles: ['behind a seal that the listener never read'] }),
      () => addItems(listener, ['of its own']),
      () => listener.heartbeats.put({ workItemId: '01JABCDEFGHJKMNPQRSTVWXYZ0', token: 1, until: Date.now() + 1000 }),
      async () => {
        const file = `${directory}.backup`;
        await listener.maintenance.backup(file);
        await other.run({ do: 'restore', file });
      },
      () => other.run({ do: 'add', titles: ['after the restore'] }),
    ];
    for (const deed of deeds) {
      const before = heard;
      await deed();
      await untilMore(() => heard, before);
    }
    stop();
    expect(heard).toBeGreaterThanOrEqual(deeds.length);
  });

  it('hears of the creation of a store where there was none', async () => {
    const directory = `${copyOf(await seedStore())}-new`;
    const listener = openStore(directory);
    let heard = 0;
    listener.onDidChange(() => {
      heard += 1;
    });
    expect((await listener.health()).state).toBe('absent');
    const other = await Child.start(directory);
    await other.run({ do: 'add', titles: ['first'] });
    await untilMore(() => heard, 0);
    expect((await listener.health()).state).toBe('ready');
  });
});
