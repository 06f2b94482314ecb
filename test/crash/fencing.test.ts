import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Child, untilExists } from './support/child.js';
import { onEngine } from './support/engine.js';
import { FaultyFiles } from './support/faultyFiles.js';
import { journalPath, newestGeneration } from './support/imageOf.js';
import { openStore } from './support/openStore.js';
import { chainOf, isRecord, makeRecord, readJournal } from './support/rawJournal.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';

/** A record that renames item six, at the end of the newest journal, as if another process had written it. */
function recordNow(directory: string, title: string): Buffer {
  const last = readJournal(journalPath(directory)).records.at(-1);
  return makeRecord((last?.seq ?? 0) + 1, last?.crc ?? 0, {
    at: 1,
    pid: 1,
    v: 1,
    st: [['update "work_items" set "title" = ? where "number" = ?', [title, 6], 1]],
  });
}

/** Runs `act` right before or after the next record of this store reaches its journal. */
function aroundAppend(faulty: FaultyFiles, when: 'before' | 'after', act: () => void): void {
  let met = false;
  faulty.arm((call, real) => {
    if (met || call.name !== 'writeSync' || !isRecord(call.args[1])) return real();
    met = true;
    if (when === 'before') act();
    const result = real();
    if (when === 'after') act();
    return result;
  });
}

onEngine('journal', 'a process whose lock was taken for a dead one’s', () => {
  it('has its record ignored by every reader when another was written first, and is told', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    await titlesOf(store);
    const readers = [openStore(directory), openStore(directory), openStore(directory)];
    const atOnce = readers.map(reader => titlesOf(reader));
    await Promise.all(atOnce);

    const rival = recordNow(directory, 'six of the rival');
    aroundAppend(faulty, 'before', () => appendFileSync(journalPath(directory), rival));
    await expect(addItems(store, ['too late'])).rejects.toMatchObject({
      code: 'COMMIT_FENCED',
      hint: 'The state was reloaded. Check the item, and repeat the command if its change is missing.',
    });
    faulty.disarm();

    const titles = ['one', 'two', 'three', 'four', 'five', 'six of the rival'];
    const states = await Promise.all([...readers, store, openStore(directory)].map(dumpOf));
    expect(new Set(states).size).toBe(1);
    for (const one of [...readers, store]) expect(await titlesOf(one)).toEqual(titles);
    // The late record is still in the file, and commits continue behind it.
    expect(readFileSync(journalPath(directory)).includes('too late')).toBe(true);
    await addItems(store, ['in time']);
    for (const one of [...readers, openStore(directory)]) expect(await titlesOf(one)).toEqual([...titles, 'in time']);
    const journal = readJournal(journalPath(directory));
    expect(chainOf(journal)).toHaveLength(journal.records.length - 1 - 1);
    // A new generation takes over the chain alone.
    await store.maintenance.compact();
    expect(await titlesOf(openStore(directory))).toEqual([...titles, 'in time']);
  });

  it('keeps its commit when its record came first', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    await titlesOf(store);
    const late = recordNow(directory, 'six of the rival');
    aroundAppend(faulty, 'after', () => appendFileSync(journalPath(directory), late));
    await addItems(store, ['in time']);
    faulty.disarm();
    for (const one of [store, openStore(directory)]) expect(await titlesOf(one)).toEqual([...seededTitles, 'in time']);
  });

  it('does not close a generation that went on without it', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    const reader = openStore(directory);
    await titlesOf(store);
    await titlesOf(reader);
    const rival = recordNow(directory, 'six of the rival');
    aroundAppend(faulty, 'before', () => appendFileSync(journalPath(directory, 2), rival));
    // The journal of generation 3 stands, and the seal that should make it count comes too late.
    await expect(store.maintenance.compact()).rejects.toMatchObject({ code: 'COMMIT_FENCED' });
    faulty.disarm();
    expect(newestGeneration(directory)).toBe(3);
    const titles = ['one', 'two', 'three', 'four', 'five', 'six of the rival'];
    for (const one of [store, reader, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    await addItems(reader, ['next']);
    for (const one of [store, openStore(directory)]) expect(await titlesOf(one)).toEqual([...titles, 'next']);
    await reader.maintenance.compact();
    for (const one of [store, openStore(directory)]) expect(await titlesOf(one)).toEqual([...titles, 'next']);
  });

  it('does not write into a generation that was closed and removed meanwhile', async () => {
    const directory = copyOf(await seedStore());
    const faulty = new FaultyFiles();
    const store = openStore(directory, { files: faulty.files });
    await titlesOf(store);
    const other = openStore(directory);
    // Right before its first append, the handle for it is not open yet: three generations pass by the broken lock.
    let met = false;
    faulty.arm((call, real) => {
      const [path, flags] = call.args as [string, unknown];
      if (!met && call.name === 'openSync' && String(path).endsWith('.log') && typeof flags === 'number') {
        met = true;
        rmSync(journalPath(directory));
      }
      return real();
    });
    const outcome = await addItems(store, ['too late']).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    faulty.disarm();
    expect(outcome).not.toBe('done');
    expect(existsSync(journalPath(directory, 2))).toBe(false);
    await other.close();
  });

  it('stopped in the middle, robbed and woken, loses nothing of the others and does not unlock them', async () => {
    const directory = copyOf(await seedStore());
    const held = join(directory, '..', 'held');
    const go = join(directory, '..', 'go');
    const sleeper = await Child.start(directory);
    const holding = sleeper.run({ do: 'hold', heldFile: held, goFile: go, title: 'of the sleeper' });
    await untilExists(held);
    sleeper.signal('SIGSTOP');
    // Someone is wrong about it, or removes the file by hand.
    rmSync(join(directory, 'lock'));
    const other = openStore(directory);
    await addItems(other, ['of the robber']);
    await other.maintenance.compact();
    await addItems(other, ['and one more']);

    const second = await Child.start(directory);
    const secondHeld = join(directory, '..', 'held too');
    const secondGo = join(directory, '..', 'go on');
    const secondHolding = second.run({ do: 'hold', heldFile: secondHeld, goFile: secondGo, title: 'of the second' });
    await untilExists(secondHeld);
    const lock = statSync(join(directory, 'lock')).ino;
    appendFileSync(go, '');
    sleeper.signal('SIGCONT');
    await expect(holding).rejects.toMatchObject({ code: 'COMMIT_FENCED' });
    expect(statSync(join(directory, 'lock')).ino).toBe(lock);
    appendFileSync(secondGo, '');
    await secondHolding;

    const titles = [...seededTitles, 'of the robber', 'and one more', 'of the second'];
    for (const one of [other, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    await sleeper.run({ do: 'add', titles: ['awake'] });
    expect(await titlesOf(other)).toEqual([...titles, 'awake']);
  });
});
