import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person, TestRepository } from '../../../test/support/testRepository.js';
import { storeBackup } from './storeBackup.js';
import { storeExport } from './storeExport.js';
import { storeRestore } from './storeRestore.js';

let repository: TestRepository;
beforeEach(async () => {
  repository = new TestRepository();
  await repository.add('Work');
  mkdirSync(join(repository.directory, 'folder'));
});
afterEach(() => repository.close());

describe('a file that cannot be used', () => {
  const source = 'The store was not changed. Name a file that `stateroom store backup` or `store export` wrote.';

  it.each([
    ['nothing', 'there is no such file'],
    ['folder', 'it is a folder'],
    ['x'.repeat(300), 'its name is too long'],
  ])('is refused in plain words by a restore of %s', async (name, why) => {
    const file = join(repository.directory, name);
    const refusal = await repository.refused(storeRestore, { file }, person);
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      message: `${file} cannot be read because ${why}.`,
      hint: source,
    });
  });

  it.each([
    ['a backup', storeBackup],
    ['an export', storeExport],
  ])('is refused with a next step by %s', async (_name, operation) => {
    const file = join(repository.directory, 'missing', 'copy.sqlite');
    expect(await repository.refused(operation as typeof storeBackup, { file }, person)).toMatchObject({
      code: 'invalid_input',
      message: `${file} cannot be written because its folder does not exist.`,
      hint: 'Name a file in a folder that exists.',
    });
    const long = join(repository.directory, 'x'.repeat(300));
    expect(await repository.refused(operation as typeof storeBackup, { file: long }, person)).toMatchObject({
      code: 'store_write_failed',
      message: `${long} was not written because its name is too long.`,
      hint: 'Name a file in a folder that you may write to; the store itself is untouched.',
    });
    expect(readdirSync(repository.directory).sort()).toEqual(['folder', 'store']);
  });
});
