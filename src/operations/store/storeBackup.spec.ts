import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { messageList } from '../lane/message/messageList.js';
import { messageSend } from '../lane/message/messageSend.js';
import { storeBackup } from './storeBackup.js';
import { storeExport } from './storeExport.js';
import { storeRestore } from './storeRestore.js';

let repo: GitTestRepository;
const blobs = (): string => join(repo.directory, 'store', 'messages');

beforeEach(() => {
  repo = new GitTestRepository();
});

afterEach(() => repo.close());

const long = (letter: string): string => `${letter} é\n`.repeat(8000).trim();

const texts = async (): Promise<unknown> =>
  (await repo.ok(messageList, { as: 'reader', all: true })).messages.map(({ ref, text, problem }) => [
    ref,
    text,
    problem,
  ]);

describe('a backup', () => {
  it('holds the messages whose content lies in files, so that it can be restored where these are not', async () => {
    await repo.ok(messageSend, { to: 'reader', text: long('a') });
    await repo.ok(messageSend, { to: 'reader', text: 'short' });
    await repo.ok(messageSend, { to: 'reader', text: long('b') });
    expect(readdirSync(blobs())).toHaveLength(2);
    const file = join(repo.directory, 'backup.sqlite');
    const plain = join(repo.directory, 'plain.sqlite');
    expect(await repo.ok(storeBackup, { file })).toMatchObject({ contents: { held: 2, missing: 0 } });
    await repo.ok(storeExport, { file: plain });
    // The store itself keeps them where they are.
    expect(readdirSync(blobs())).toHaveLength(2);
    await repo.ok(messageSend, { to: 'reader', text: 'After the backup' });
    for (const copy of [file, plain]) {
      rmSync(blobs(), { recursive: true, force: true });
      await repo.ok(storeRestore, { file: copy }, person);
      expect(await texts()).toEqual([
        ['M-1', long('a'), null],
        ['M-2', 'short', null],
        ['M-3', long('b'), null],
      ]);
    }
    // A number that was handed out is never handed out again.
    expect((await repo.ok(messageSend, { to: 'reader', text: 'Next' })).message.ref).toBe('M-5');
  });

  it('keeps what a restore replaces, which another one brings back', async () => {
    await repo.ok(messageSend, { to: 'reader', text: 'Before' });
    const file = join(repo.directory, 'backup.sqlite');
    await repo.ok(storeBackup, { file });
    await repo.ok(messageSend, { to: 'reader', text: 'After' });
    const before = await texts();
    expect(before).toHaveLength(2);
    const { keptAs } = await repo.ok(storeRestore, { file }, person);
    expect(await texts()).toHaveLength(1);
    await repo.ok(storeRestore, { file: keptAs }, person);
    expect(await texts()).toEqual(before);
  });

  it('is named from where the caller stands, wherever the process does, and is told with its whole path', async () => {
    await repo.ok(messageSend, { to: 'reader', text: 'short' });
    const file = join(repo.repository, '..', 'copy.sqlite');
    expect(await repo.ok(storeBackup, { file: '../copy.sqlite' })).toMatchObject({ file });
    expect(await repo.ok(storeExport, { file: 'plain.sqlite' })).toMatchObject({
      file: join(repo.repository, 'plain.sqlite'),
    });
    expect(readdirSync(repo.repository)).toContain('plain.sqlite');
    await repo.ok(storeRestore, { file: '../copy.sqlite' }, person);
    expect(await repo.refused(storeRestore, { file: 'nothing.sqlite' }, person)).toMatchObject({
      message: `${join(repo.repository, 'nothing.sqlite')} cannot be read because the file or folder does not exist.`,
    });
  });

  it('counts what is gone or was changed, and leaves it named as before', async () => {
    for (const letter of ['a', 'b', 'c']) {
      // Files are named by ULIDs, which begin with the time.
      repo.now += 1000;
      await repo.ok(messageSend, { to: 'reader', text: long(letter) });
    }
    const [gone = '', changed = ''] = readdirSync(blobs()).sort();
    rmSync(join(blobs(), gone));
    writeFileSync(join(blobs(), changed), '{"text":"forged"}');
    const file = join(repo.directory, 'backup.sqlite');
    expect(await repo.ok(storeBackup, { file })).toMatchObject({ contents: { held: 1, missing: 2 } });
    await repo.ok(storeRestore, { file }, person);
    expect(await texts()).toEqual([
      ['M-1', null, `The file with its content, messages/${gone} next to the store, is missing.`],
      ['M-2', null, `The file with its content, messages/${changed} next to the store, was changed.`],
      ['M-3', long('c'), null],
    ]);
  });

  it('says that it holds none where there are none', async () => {
    const file = join(repo.directory, 'backup.sqlite');
    await repo.ok(messageSend, { to: 'reader', text: 'short' });
    expect(await repo.ok(storeBackup, { file })).toMatchObject({ contents: { held: 0, missing: 0 } });
  });
});
