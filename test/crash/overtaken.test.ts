import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Child, untilExists } from './support/child.js';
import { FaultyFiles } from './support/faultyFiles.js';
import { openStore } from './support/openStore.js';
import { isLogRecord, namesOf, newestLog, readLog } from './support/rawLog.js';
import { bytesOfRival } from './support/rival.js';
import { addItems, dumpOf, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';

/** Runs `act` right before or after the next record of this store reaches its log. */
function aroundAppend(faulty: FaultyFiles, when: 'before' | 'after', act: () => void): void {
  let met = false;
  faulty.arm((call, real) => {
    if (met || call.name !== 'writeSync' || !isLogRecord(call.args[1])) return real();
    met = true;
    if (when === 'before') act();
    const result = real();
    if (when === 'after') act();
    return result;
  });
}

async function opened() {
  const directory = copyOf(await seedStore());
  const faulty = new FaultyFiles();
  const store = openStore(directory, { files: faulty.files });
  const reader = openStore(directory);
  await Promise.all([titlesOf(store), titlesOf(reader)]);
  return { directory, faulty, store, reader };
}

describe('a process that is overtaken', () => {
  it('does its change again on what the other has written, and its first record counts for nothing', async () => {
    const { directory, faulty, store, reader } = await opened();
    const log = newestLog(directory);
    const rival = await bytesOfRival(directory, other => addItems(other, ['of the rival']));
    aroundAppend(faulty, 'before', () => appendFileSync(log, rival));
    await addItems(store, ['new']);
    faulty.disarm();
    const titles = [...seededTitles, 'of the rival', 'new'];
    for (const one of [store, reader, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    const states = await Promise.all([store, reader, openStore(directory)].map(dumpOf));
    expect(new Set(states).size).toBe(1);
    const seqs = readLog(log).map(({ seq }) => seq);
    const last = seqs.at(-1) ?? 0;
    expect(seqs.slice(-3)).toEqual([last - 1, last - 1, last]);
    expect((await reader.maintenance.check()).problems).toEqual([]);
  });

  it('keeps its commit when its record came first', async () => {
    const { directory, faulty, store, reader } = await opened();
    const rival = await bytesOfRival(directory, other => addItems(other, ['of the rival']));
    aroundAppend(faulty, 'after', () => appendFileSync(newestLog(directory), rival));
    await addItems(store, ['in time']);
    faulty.disarm();
    await addItems(reader, ['next']);
    const titles = [...seededTitles, 'in time', 'next'];
    for (const one of [store, reader, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
  });

  it('by a commit when it seals a log, begins the next one behind that commit', async () => {
    const { directory, faulty, store, reader } = await opened();
    const rival = await bytesOfRival(directory, other => addItems(other, ['of the rival']));
    aroundAppend(faulty, 'before', () => appendFileSync(newestLog(directory), rival));
    expect((await store.maintenance.compact()).generation).toBe(3);
    faulty.disarm();
    const titles = [...seededTitles, 'of the rival'];
    for (const one of [store, reader, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    expect(namesOf(directory, 'log').map(name => name.slice(0, 12))).toEqual(['log.00000002', 'log.00000003']);
    await addItems(reader, ['next']);
    expect(await titlesOf(store)).toEqual([...titles, 'next']);
  });

  it('by a seal, writes behind it', async () => {
    const { directory, faulty, store, reader } = await opened();
    // What another process makes: its next log, image and base, and its seal in this log.
    const sealed = copyOf(directory);
    const other = openStore(sealed);
    await other.maintenance.compact();
    await other.close();
    const log = newestLog(directory);
    const { length } = readFileSync(log);
    const seal = readFileSync(join(sealed, basename(log))).subarray(length);
    aroundAppend(faulty, 'before', () => {
      appendFileSync(log, seal);
      cpSync(sealed, directory, { recursive: true, filter: path => !path.endsWith(basename(log)) });
    });
    await addItems(store, ['new']);
    faulty.disarm();
    const titles = [...seededTitles, 'new'];
    for (const one of [store, reader, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    expect(readLog(newestLog(directory))).toHaveLength(1);
  });

  it('by checkpoints that removed its log while it was stopped, does its change again and tells no one of a moved folder', async () => {
    const directory = copyOf(await seedStore());
    const held = join(directory, '..', 'held');
    const go = join(directory, '..', 'go');
    const sleeper = await Child.start(directory);
    const holding = sleeper.run({ do: 'hold', heldFile: held, goFile: go, title: 'of the sleeper' });
    await untilExists(held);
    sleeper.signal('SIGSTOP');
    const log = newestLog(directory);
    const other = openStore(directory);
    const titles = [...seededTitles];
    for (const title of ['seven', 'eight', 'nine']) {
      await addItems(other, [title]);
      titles.push(title);
      await other.maintenance.compact();
    }
    expect(existsSync(log)).toBe(false);
    appendFileSync(go, '');
    sleeper.signal('SIGCONT');
    await holding;
    titles.push('of the sleeper');
    for (const one of [other, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    await sleeper.run({ do: 'add', titles: ['awake'] });
    expect(await titlesOf(other)).toEqual([...titles, 'awake']);
  });
});

describe('a log that is written over at the moment of an append', () => {
  it('is not called damaged for the record that came too late, and the writer is told', async () => {
    const { directory, faulty, store, reader } = await opened();
    const log = newestLog(directory);
    const earlier = readFileSync(log);
    await addItems(store, ['seven']);
    await addItems(store, ['eight']);
    aroundAppend(faulty, 'before', () => writeFileSync(log, earlier));
    await expect(addItems(store, ['too late'])).rejects.toMatchObject({ code: 'COMMIT_FENCED' });
    faulty.disarm();
    const fresh = openStore(directory);
    for (const one of [store, reader, fresh]) expect(await titlesOf(one)).toEqual(seededTitles);
    for (const [index, one] of [store, reader, fresh].entries()) await addItems(one, [`after ${index}`]);
    const titles = [...seededTitles, 'after 0', 'after 1', 'after 2'];
    for (const one of [store, reader, openStore(directory)]) expect(await titlesOf(one)).toEqual(titles);
    expect((await reader.maintenance.check()).problems).toEqual([]);
  });
});
