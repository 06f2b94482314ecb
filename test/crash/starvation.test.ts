import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acknowledged, Child } from './support/child.js';
import { openStore } from './support/openStore.js';
import { titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';

const writers = 8;
const rows = 5000;

describe('a transaction of 5,000 rows beside eight processes that write small ones all the time', () => {
  it('ends, and is not done more than four times', async () => {
    const directory = copyOf(await seedStore());
    const notes = Array.from({ length: writers }, (_, index) => join(directory, '..', `notes-${index}`));
    const stopFile = join(directory, '..', 'stop');
    const children = await Child.startAll(writers, directory, index => ({ acks: notes[index] ?? '' }));
    const ends = children.map((child, index) =>
      child.run({ do: 'addUntil', name: `writer ${index}`, untilFile: stopFile }),
    );
    const large = await Child.start(directory);
    while (acknowledged(notes).length < 10 * writers) await new Promise(resolve => setTimeout(resolve, 5));
    const small = acknowledged(notes).length;
    const runs = await large.run<number>({ do: 'addMany', count: rows });
    writeFileSync(stopFile, '');
    await Promise.all(ends);
    expect(runs).toBeLessThanOrEqual(4);
    // The others were at it all the while.
    expect(acknowledged(notes).length).toBeGreaterThan(small);

    const titles = await titlesOf(openStore(directory));
    const many = Array.from({ length: rows }, (_, index) => `of many ${index}`);
    expect([...titles].sort()).toEqual([...seededTitles, ...many, ...acknowledged(notes)].sort());
  });
});
