import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Child } from './support/child.js';
import { type Fault, FaultyFiles, systemError } from './support/faultyFiles.js';
import { openStore } from './support/openStore.js';
import { titlesOf } from './support/rows.js';
import { seededTitles, seedStore } from './support/seed.js';
import { tempFolder } from './support/tempFolder.js';

/** What a restore of this file restores. */
async function restored(file: string): Promise<readonly string[]> {
  const store = openStore(join(tempFolder('restored'), 'store'));
  await store.maintenance.restore(file);
  const titles = await titlesOf(store);
  await store.close();
  return titles;
}

describe.each([
  ['a backup', 'backup' as const],
  ['an export', 'export' as const],
])('%s', (_name, act) => {
  it('of a process that is killed at any of its calls is there whole or not at all', async () => {
    const directory = await seedStore();
    let killed = 0;
    let absent = 0;
    for (let index = 0; ; index += 1) {
      const folder = tempFolder('outside');
      const file = join(folder, 'copy.sqlite');
      const child = await Child.start(directory);
      await child.run({ do: 'health' });
      await child.run({ do: 'dieAt', index, when: 'before' });
      const outcome = await child.run({ do: act, file }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      await child.kill();
      if (existsSync(file)) expect(await restored(file)).toEqual(seededTitles);
      else absent += 1;
      if (outcome === 'done') {
        expect(readdirSync(folder)).toEqual(['copy.sqlite']);
        break;
      }
      expect(outcome).toBe('GONE');
      killed += 1;
    }
    // Somewhere it dies with the content on its way, and somewhere with the name given.
    expect(absent).toBeGreaterThan(2);
    expect(killed).toBeGreaterThan(absent);
  });
});

describe('a file that a person named', () => {
  const onceWritten =
    (name: string, act: () => unknown): Fault =>
    (call, real) =>
      call.name === name ? act() : real();

  async function faultyStore(fault: Fault) {
    const faulty = new FaultyFiles();
    const store = openStore(await seedStore(), { files: faulty.files });
    await titlesOf(store);
    faulty.arm(fault);
    return store;
  }

  it('is not there, and no draft either, when the disk is full', async () => {
    const folder = tempFolder('outside');
    const file = join(folder, 'copy.sqlite');
    const store = await faultyStore(
      onceWritten('fsyncSync', () => {
        throw systemError('ENOSPC');
      }),
    );
    await expect(store.maintenance.backup(file)).rejects.toMatchObject({
      code: 'STORE_WRITE_FAILED',
      message: `${file} was not written because the disk is full.`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is written where the file system knows no links', async () => {
    const folder = tempFolder('outside');
    const store = await faultyStore(
      onceWritten('linkSync', () => {
        throw systemError('EPERM', 'link');
      }),
    );
    await store.maintenance.backup(join(folder, 'copy.sqlite'));
    expect(readdirSync(folder)).toEqual(['copy.sqlite']);
    expect(await restored(join(folder, 'copy.sqlite'))).toEqual(seededTitles);
  });

  it('is left as it is when it comes while the copy is written', async () => {
    const folder = tempFolder('outside');
    const file = join(folder, 'copy.sqlite');
    const store = await faultyStore((call, real) => {
      if (call.name === 'linkSync') writeFileSync(file, 'mine');
      return real();
    });
    await expect(store.maintenance.backup(file)).rejects.toMatchObject({
      code: 'INVALID_STATEMENT',
      message: `${file} already exists and was not changed.`,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual([basename(file)]);
  });

  it('is left as it is when it is a link to nothing', async () => {
    const folder = tempFolder('outside');
    const file = join(folder, 'copy.sqlite');
    symlinkSync(join(folder, 'nowhere'), file);
    const store = openStore(await seedStore());
    await expect(store.maintenance.exportTo(file)).rejects.toMatchObject({
      message: `${file} already exists and was not changed.`,
    });
    expect(readdirSync(folder)).toEqual(['copy.sqlite']);
  });
});
