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
  const source = 'The store was not changed. Use a file written by `stateroom store backup` or `store export`.';

  it.each([
    ['nothing', 'the file or folder does not exist'],
    ['folder', 'it is a folder'],
    ['x'.repeat(300), 'the name is too long'],
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
      hint: 'Choose a file in an existing folder.',
    });
    const long = join(repository.directory, 'x'.repeat(300));
    expect(await repository.refused(operation as typeof storeBackup, { file: long }, person)).toMatchObject({
      code: 'store_write_failed',
      message: `${long} was not written because the name is too long.`,
      hint: 'Choose a file in a folder you can write to. The store was not changed.',
    });
    expect(readdirSync(repository.directory).sort()).toEqual(['folder', 'store']);
  });
});
