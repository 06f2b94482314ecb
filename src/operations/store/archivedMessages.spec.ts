import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { laneClose } from '../lane/laneClose.js';
import { messageSend } from '../lane/message/messageSend.js';
import { queueResolve } from '../queue/queueResolve.js';
import { storeArchive } from './storeArchive.js';
import { storeBackup } from './storeBackup.js';
import { storeRestore } from './storeRestore.js';

let repository: LaneTestRepository;
let other: LaneTestRepository;
beforeEach(() => {
  repository = new LaneTestRepository();
  other = new LaneTestRepository();
});
afterEach(() => Promise.all([repository.close(), other.close()]));

const long = (letter: string): string => `${letter} é\n`.repeat(40_000).trim();
const filesIn = (from: LaneTestRepository, folder: string): string[] =>
  readdirSync(join(from.directory, 'store', folder));

/** An archive with a lane that two large messages were sent to; the files of the messages. */
async function archiveMessages(): Promise<string[]> {
  await repository.add('Limit logins');
  const { lane } = await repository.spawn('W-1');
  for (const letter of ['a', 'b']) {
    await repository.ok(messageSend, { to: lane, lane, text: long(letter) });
    repository.now += 1000;
  }
  await repository.ok(laneClose, { lane }, person);
  await repository.ok(queueResolve, { id: 'W-1', status: 'done' }, person);
  repository.now += 2 * 86_400_000;
  expect((await repository.ok(storeArchive, { before: '-1d' }, person)).lanes).toBe(1);
  return filesIn(repository, 'messages').sort();
}

/** The texts of archived messages whose content is in their rows. */
async function archivedTexts(from: LaneTestRepository): Promise<(string | null)[]> {
  return from.store.readArchived(async transaction => {
    const messages = await transaction.messages.all({ after: 0, limit: 10 });
    return messages.map(({ payload }) => (payload === null ? null : (JSON.parse(payload) as { text: string }).text));
  });
}

it('a backup brings large messages of archived lanes along, also when it is restored twice', async () => {
  await archiveMessages();
  const file = join(repository.directory, 'copy.sqlite');
  expect(await repository.ok(storeBackup, { file })).toMatchObject({
    contents: { held: 2, missing: 0 },
    archives: { held: 1, missing: 0 },
  });
  await other.store.create();
  for (let times = 0; times < 2; times += 1) {
    await other.ok(storeRestore, { file }, person);
    expect(await archivedTexts(other)).toEqual([long('a'), long('b')]);
    expect(filesIn(other, 'archive')).toHaveLength(1);
    expect((await other.store.maintenance.check()).problems).toEqual([]);
  }
});

it('a backup counts large messages of archived lanes that are missing', async () => {
  const [first = ''] = await archiveMessages();
  rmSync(join(repository.directory, 'store', 'messages', first));
  const file = join(repository.directory, 'copy.sqlite');
  expect(await repository.ok(storeBackup, { file })).toMatchObject({ contents: { held: 1, missing: 1 } });
  await other.store.create();
  await other.ok(storeRestore, { file }, person);
  expect(await archivedTexts(other)).toEqual([null, long('b')]);
});
