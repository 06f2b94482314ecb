import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { person, TestRepository } from '../../../../test/support/testRepository.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { storeArchive } from '../../../operations/store/storeArchive.js';

let repository: TestRepository;
let other: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
  other = new TestRepository();
});
afterEach(() => Promise.all([repository.close(), other.close()]));

const folderOf = (from: TestRepository): string => join(from.directory, 'store', 'archive');
const titlesIn = async (from: TestRepository, input: object = {}) =>
  (await from.ok(queueList, { order: 'created', ...input })).items.map(({ title }) => title);

/** Two archives, of One and of Two, and Three in the store; the files of the archives, oldest first. */
async function archiveTwo(): Promise<string[]> {
  const files: string[] = [];
  for (const title of ['One', 'Two']) {
    const { ref } = await repository.add(title);
    await repository.ok(queueResolve, { id: ref, status: 'done' }, person);
    repository.now += 2 * 86_400_000;
    files.push(...(await repository.ok(storeArchive, { before: '-1d' }, person)).files);
  }
  await repository.ok(queueAdd, { title: 'Three' });
  return files;
}

it.each(['backup', 'exportTo'] as const)('a %s brings the archives along to where they are not', async copyTo => {
  const files = await archiveTwo();
  const copy = join(repository.directory, 'copy.sqlite');
  await repository.store.maintenance[copyTo](copy);
  for (let times = 0; times < 2; times += 1) {
    await other.store.create();
    await other.store.maintenance.restore(copy);
    expect(await titlesIn(other)).toEqual(['Three']);
    expect(await titlesIn(other, { archived: true })).toEqual(['One', 'Two']);
    expect(readdirSync(folderOf(other))).toEqual(files);
    expect((await other.store.maintenance.check()).problems).toEqual([]);
  }
  // Memory has no second copy of them.
  const tables = await other.store.maintenance.query("select name from sqlite_master where name = 'archive_files'", 9);
  expect(tables.rows).toEqual([]);
});

it('a restore leaves a file in the place of an archive as it is', async () => {
  const [first = '', second = ''] = await archiveTwo();
  const copy = join(repository.directory, 'copy.sqlite');
  await repository.store.maintenance.backup(copy);
  await other.store.create();
  mkdirSync(folderOf(other));
  writeFileSync(join(folderOf(other), first), 'else');
  await other.store.maintenance.restore(copy);
  expect(readFileSync(join(folderOf(other), first), 'utf8')).toBe('else');
  expect(readdirSync(folderOf(other))).toHaveLength(3);
  expect(readdirSync(folderOf(other))).toContain(second);
  expect(await titlesIn(other, { archived: true })).toEqual(['One', 'Two']);
});

it('a backup counts archives that are missing or were changed, and keeps their names', async () => {
  const [first = '', second = ''] = await archiveTwo();
  const copy = (name: string) => repository.store.maintenance.backup(join(repository.directory, name));
  expect((await copy('all.sqlite')).archives).toEqual({ held: 2, missing: 0 });
  rmSync(join(folderOf(repository), first));
  expect((await copy('one.sqlite')).archives).toEqual({ held: 1, missing: 1 });
  writeFileSync(join(folderOf(repository), second), 'else');
  expect((await copy('none.sqlite')).archives).toEqual({ held: 0, missing: 2 });
  await other.store.create();
  await other.store.maintenance.restore(join(repository.directory, 'none.sqlite'));
  expect((await other.store.maintenance.check()).problems).toEqual([
    `The archive ${first} is missing or was changed.`,
    `The archive ${second} is missing or was changed.`,
  ]);
});
