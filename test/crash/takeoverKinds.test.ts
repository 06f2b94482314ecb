import { constants, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../contract/cliRig.js';
import { journalPath, namesIn, openBefore, seedBefore, titlesBefore } from './support/before.js';
import { deadPid } from './support/child.js';
import { dieAt, type Fault, FaultyFiles, systemError } from './support/faultyFiles.js';
import { openStore } from './support/openStore.js';
import { readJournal } from './support/rawJournal.js';
import { addItems, agentNamed, dumpOfBefore, endItems, titlesOf } from './support/rows.js';
import { copyOf, pretendDead } from './support/seed.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

let nobody = 0;
beforeAll(async () => {
  nobody = await deadPid();
});

/** A file system on which nothing can be written. */
const readOnly: Fault = (call, real) => {
  const flags = call.name === 'openSync' ? call.args[1] : undefined;
  const isWrite =
    typeof flags === 'number'
      ? (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
      : flags !== undefined && flags !== 'r';
  if (isWrite || /^(?:access|mkdir|link|rename|unlink)Sync$/.test(call.name)) throw systemError('EROFS', call.name);
  return real();
};

function openReadOnly(directory: string) {
  const faulty = new FaultyFiles();
  faulty.arm(readOnly);
  return openStore(directory, { files: faulty.files });
}

describe('a store of before in a folder that cannot be written', () => {
  it('is read, followed, and not changed', async () => {
    const directory = await seedBefore();
    const old = openBefore(directory);
    const store = openReadOnly(directory);
    expect(await titlesOf(store)).toEqual(titlesBefore);
    await addItems(old, ['meanwhile']);
    expect(await titlesOf(store)).toEqual([...titlesBefore, 'meanwhile']);
    expect(await dumpOfBefore(store)).toBe(await dumpOfBefore(old));
    await old.close();
    const before = hashOf(directory);
    expect(await titlesOf(store)).toEqual([...titlesBefore, 'meanwhile']);
    expect(await store.health()).toMatchObject({ state: 'read-only' });
    expect((await store.maintenance.check()).problems).toEqual([]);
    await expect(addItems(store, ['lost'])).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
    expect(hashOf(directory)).toBe(before);
  });

  it('is read as well where its takeover was killed after the seal', async () => {
    const directory = await seedBefore();
    const faulty = new FaultyFiles();
    const killed = openStore(directory, { files: faulty.files });
    faulty.arm((call, real) => {
      if (call.name === 'linkSync' && /base\.\d+$/.test(String(call.args[1]))) throw systemError('EIO');
      return real();
    });
    await expect(addItems(killed, ['lost'])).rejects.toMatchObject({ code: 'STORE_WRITE_FAILED' });
    faulty.disarm();
    await killed.close();
    const before = hashOf(directory);
    const store = openReadOnly(directory);
    expect(await titlesOf(store)).toEqual(titlesBefore);
    expect(await store.health()).toMatchObject({ state: 'read-only' });
    await expect(addItems(store, ['lost'])).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
    expect(hashOf(directory)).toBe(before);
    const writable = openStore(directory);
    await addItems(writable, ['new']);
    expect(await titlesOf(writable)).toEqual([...titlesBefore, 'new']);
  });
});

it('keeps archives, and restores a backup of before', async () => {
  const directory = await seedBefore();
  const old = openBefore(directory);
  const backup = join(tempFolder('backup'), 'backup.sqlite');
  await old.maintenance.backup(backup);
  await endItems(old, ['one', 'three']);
  await old.maintenance.archive(Number.MAX_SAFE_INTEGER, { actor: agentNamed('ada') });
  await addItems(old, ['seven']);
  await old.close();
  const store = openStore(directory);
  expect(await titlesOf(store)).toEqual(['two', 'four', 'five', 'six', 'seven']);
  const archived = await store.readArchived(async transaction =>
    (await transaction.events.list({ type: 'work_item_created' }, 'commit', 100)).map(
      ({ work_item_number }) => work_item_number,
    ),
  );
  expect(archived).toEqual([1, 3]);
  expect((await store.maintenance.check()).problems).toEqual([]);
  await store.maintenance.restore(backup);
  expect(await titlesOf(store)).toEqual(titlesBefore);
  expect((await store.maintenance.check()).problems).toEqual([]);
});

describe('a damaged store of before', () => {
  /** Damaged in the middle of its journal: five and six are out of reach. */
  async function seedDamaged(): Promise<{ readonly directory: string; readonly backup: string }> {
    const directory = await seedBefore();
    const old = openBefore(directory);
    const backup = join(tempFolder('backup'), 'backup.sqlite');
    await old.maintenance.backup(backup);
    await old.close();
    const path = journalPath(directory);
    const bytes = readFileSync(path);
    const byte = (readJournal(path).at(-2)?.start ?? 0) + 40;
    bytes[byte] = (bytes[byte] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    return { directory, backup };
  }
  const readable = ['one', 'two', 'three'];

  it('is read up to the damage and not taken over', async () => {
    const { directory } = await seedDamaged();
    const before = hashOf(directory);
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual(readable);
    expect(await store.health()).toMatchObject({ state: 'corrupt' });
    expect((await store.maintenance.check()).problems).toHaveLength(1);
    await expect(addItems(store, ['lost'])).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    expect(namesIn(directory, /^(?:base|log|image|before)\b/)).toEqual([]);
    expect(hashOf(directory)).toBe(before);
  });

  it('is restored from a backup, or is as it was, wherever that is killed', async () => {
    const seed = await seedDamaged();
    for (let index = 0; ; index += sized(2, 20)) {
      const at = `killed before call ${index}`;
      const directory = copyOf(seed.directory);
      const faulty = new FaultyFiles();
      const store = openStore(directory, { files: faulty.files });
      await store.health();
      faulty.arm(dieAt(index, 'before'));
      const outcome = await store.maintenance.restore(seed.backup).then(
        () => 'done',
        () => 'killed',
      );
      pretendDead(directory, nobody);
      const fresh = openStore(directory);
      const titles = await titlesOf(fresh);
      if ((await fresh.health()).state === 'corrupt') {
        expect(titles, at).toEqual(readable);
        await expect(addItems(fresh, ['lost']), at).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
        expect(outcome, at).toBe('killed');
        await fresh.maintenance.restore(seed.backup);
      }
      expect(await titlesOf(fresh), at).toEqual(titlesBefore);
      await addItems(fresh, ['afterwards']);
      expect((await fresh.maintenance.check()).problems, at).toEqual([]);
      await expect(titlesOf(openBefore(directory)), at).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
      expect(namesIn(directory, /^before-restore\..*\.log$/).length, at).toBeGreaterThan(0);
      faulty.disarm();
      await Promise.all([store.close(), fresh.close()]);
      if (outcome === 'done') return;
    }
  });
});
