import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Child } from './support/child.js';
import { openStore } from './support/openStore.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

describe('a store', () => {
  it('that ten processes create at once is one store, made by one of them', async () => {
    for (let round = 0; round < sized(10, 2); round += 1) {
      const directory = join(tempFolder('create'), 'deep', 'store');
      const children = await Child.startAll(10, directory, index => ({ mode: index % 2 === 0 ? 'sync' : 'async' }));
      const made = await Promise.all(children.map(child => child.run<boolean>({ do: 'create' })));
      expect(made.filter(Boolean)).toHaveLength(1);
      await Promise.all(children.map((child, index) => child.run({ do: 'add', titles: [`of ${index}`] })));
      const dumps = await Promise.all(children.map(child => child.run<string>({ do: 'dump' })));
      expect(new Set(dumps).size).toBe(1);
      expect((await titlesOf(openStore(directory))).sort()).toEqual([
        'of 0',
        'of 1',
        'of 2',
        'of 3',
        'of 4',
        'of 5',
        'of 6',
        'of 7',
        'of 8',
        'of 9',
      ]);
      await Promise.all(children.map(child => child.close()));
      expect(readdirSync(directory).filter(name => name.startsWith('proc.') || name === 'lock')).toEqual([]);
    }
  });

  it.each([
    ['with spaces', 'my project/.git/state room'],
    ['in other scripts', 'größer/проект/プロジェクト 🗂'],
    ['with characters that mean something elsewhere', 'a\'b"c%20d#e?f&g[h]{i}$j'],
    ['longer than a socket’s address may be', 'deep/'.repeat(40)],
  ])('lives in a folder %s', async (_what, folder) => {
    const directory = join(tempFolder('place'), folder, 'store');
    const children = await Child.startAll(2, directory);
    await Promise.all(children.map((child, index) => child.run({ do: 'add', titles: [`of ${index}`] })));
    expect((await children[0]?.run<string>({ do: 'dump' })) ?? '').toContain('of 1');
    await Promise.all(children.map(child => child.close()));
    expect(readdirSync(directory).filter(name => name.startsWith('proc.'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'in a folder that cannot be made says so, and tells of no changes',
    async () => {
      const store = openStore('/proc/nowhere/store');
      let told = 0;
      const stop = store.onDidChange(() => {
        told += 1;
      });
      for (let round = 0; round < 3; round += 1) {
        expect(await titlesOf(store)).toEqual([]);
        await expect(addItems(store, ['one'])).rejects.toMatchObject({
          code: 'STORE_WRITE_FAILED',
          message: 'Nothing was written because /proc/nowhere/store cannot be created.',
          hint: 'Check that its disk is available, or use another folder.',
        });
      }
      await new Promise(resolve => setTimeout(resolve, 400));
      stop();
      expect(told).toBe(0);
    },
  );

  it('whose folder is removed under a live process says so once, and can be begun anew', async () => {
    const directory = copyOf(await seedStore());
    const reader = openStore(directory);
    const writer = openStore(directory);
    const waiting = openStore(directory, { mode: 'sync' });
    await addItems(writer, ['seven']);
    await addItems(waiting, ['eight']);
    await titlesOf(reader);
    rmSync(directory, { recursive: true });

    const gone = {
      code: 'STORE_CORRUPT',
      message: `The store in ${directory} disappeared while it was open.`,
      hint: 'Put its folder back to recover it. Otherwise, the next write creates a new store.',
    };
    await expect(titlesOf(reader)).rejects.toMatchObject(gone);
    await expect(addItems(writer, ['nowhere'])).rejects.toMatchObject(gone);
    expect((await waiting.health()).state).toBe('corrupt');
    expect(existsSync(directory)).toBe(false);

    expect(await reader.health()).toEqual({ state: 'absent', location: directory });
    expect(await titlesOf(reader)).toEqual([]);
    await addItems(writer, ['anew']);
    for (const one of [reader, writer, waiting]) expect(await titlesOf(one)).toEqual(['anew']);
  });

  it('whose folder was replaced by another store under a live process is written to where it now is', async () => {
    const directory = copyOf(await seedStore());
    const writer = openStore(directory);
    await addItems(writer, ['into the old one']);
    // The same generation under the same name, and yet another file.
    const other = copyOf(await seedStore());
    const elsewhere = openStore(other);
    await addItems(elsewhere, ['of the other']);
    await elsewhere.close();
    const old = join(directory, '..', 'old');
    renameSync(directory, old);
    rmSync(old, { recursive: true });
    cpSync(other, directory, { recursive: true });
    await addItems(writer, ['into the new one']);
    const titles = [...seededTitles, 'of the other', 'into the new one'];
    expect(await titlesOf(writer)).toEqual(titles);
    expect(await titlesOf(openStore(directory))).toEqual(titles);
  });

  it('whose place is taken by a file is refused in a sentence', async () => {
    const directory = join(tempFolder('file'), 'store');
    writeFileSync(directory, 'a file');
    const store = openStore(directory);
    await expect(addItems(store, ['x'])).rejects.toMatchObject({ name: 'StoreError' });
    expect((await store.health()).state).toBe('corrupt');
  });

  it.each(['a store', 'an empty folder'])(
    'whose folder is a link to %s is read and written where that leads',
    async to => {
      const folder = join(tempFolder('linked'), '.git');
      mkdirSync(folder);
      const real = to === 'a store' ? copyOf(await seedStore()) : tempFolder('real');
      const link = join(folder, 'stateroom');
      symlinkSync(real, link);
      const before = to === 'a store' ? seededTitles : [];
      const store = openStore(link);
      expect(await titlesOf(store)).toEqual(before);
      await addItems(store, ['through the link']);
      expect(await titlesOf(openStore(real))).toEqual([...before, 'through the link']);
      expect(await store.health()).toMatchObject({ state: 'ready' });

      const other = copyOf(await seedStore());
      rmSync(link);
      symlinkSync(other, link);
      await addItems(store, ['where it leads now']);
      expect(await titlesOf(openStore(other))).toEqual([...seededTitles, 'where it leads now']);
      expect(await titlesOf(openStore(real))).toEqual([...before, 'through the link']);
    },
  );

  it('whose folder is a link to nothing is refused, and nothing is made', async () => {
    const folder = tempFolder('dangling');
    const link = join(folder, 'stateroom');
    symlinkSync(join(folder, 'nowhere'), link);
    await expect(addItems(openStore(link), ['one'])).rejects.toMatchObject({
      code: 'STORE_WRITE_FAILED',
      message: 'Nothing was written because a file or folder of the store is a link.',
    });
    expect(readdirSync(folder)).toEqual(['stateroom']);
  });

  it('is not made by looking at it', async () => {
    const directory = join(tempFolder('look'), 'store');
    const store = openStore(directory);
    expect(await titlesOf(store)).toEqual([]);
    expect(await store.health()).toEqual({ state: 'absent', location: directory });
    expect(await store.heartbeats.all()).toEqual(new Map());
    expect((await store.maintenance.check()).ok).toBe(true);
    await expect(store.maintenance.backup(join(directory, 'x'))).rejects.toMatchObject({ code: 'INVALID_STATEMENT' });
    expect(existsSync(directory)).toBe(false);
  });

  it('is not confused by files of others in its folder', async () => {
    const directory = copyOf(await seedStore());
    for (const name of [
      '.DS_Store',
      'journal.00000009.log.bak',
      'state.00000009.sqlite',
      'base.00000009.bak',
      'log.00000009',
      'image.00000009.sqlite',
      'proc.x',
      'break.',
      'notes.md',
    ]) {
      writeFileSync(join(directory, name), 'of somebody else');
    }
    mkdirSync(join(directory, 'folder'));
    const store = openStore(directory);
    await addItems(store, ['seven']);
    await store.maintenance.compact();
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'seven']);
    expect(readdirSync(directory)).toContain('notes.md');
  });
});
