import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../storeError.js';
import { FileHeartbeats } from './fileHeartbeats.js';
import { realFileSystem } from './storeFileSystem.js';

const item = '01JABCDEFGHJKMNPQRSTVWXYZ0';
const other = '01JABCDEFGHJKMNPQRSTVWXYZ1';

describe('beats', () => {
  let folder: string;
  let heartbeats: FileHeartbeats;
  const names = () => readdirSync(join(folder, 'beats')).sort();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stateroom-beats-'));
    heartbeats = new FileHeartbeats(folder, realFileSystem);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are none while there is no folder', async () => {
    expect(await heartbeats.all()).toEqual(new Map());
    await expect(heartbeats.drop(item)).resolves.toBeUndefined();
  });

  it('are one file for each claim, however often it beats', async () => {
    for (const until of [100, 200, 300.4]) await heartbeats.put({ workItemId: item, token: 3, until });
    await heartbeats.put({ workItemId: other, token: 1, until: 50 });
    expect(names()).toEqual([`${item}.3.300`, `${other}.1.50`]);
    expect(await heartbeats.all()).toEqual(
      new Map([
        [`${item}.3`, 300],
        [`${other}.1`, 50],
      ]),
    );
  });

  it('of an earlier claim go when a later one beats', async () => {
    await heartbeats.put({ workItemId: item, token: 3, until: 100 });
    await heartbeats.put({ workItemId: item, token: 4, until: 200 });
    expect(names()).toEqual([`${item}.4.200`]);
  });

  it('of a later claim stay, however late an earlier holder beats', async () => {
    await heartbeats.put({ workItemId: item, token: 4, until: 200 });
    await heartbeats.put({ workItemId: item, token: 3, until: 900 });
    expect((await heartbeats.all()).get(`${item}.4`)).toBe(200);
  });

  it('of one claim that two processes leave at once count by the later', async () => {
    await heartbeats.put({ workItemId: item, token: 3, until: 100 });
    writeFileSync(join(folder, 'beats', `${item}.3.150`), '');
    expect((await heartbeats.all()).get(`${item}.3`)).toBe(150);
    await heartbeats.put({ workItemId: item, token: 3, until: 300 });
    expect(names()).toEqual([`${item}.3.300`]);
  });

  it('are forgotten by work item', async () => {
    await heartbeats.put({ workItemId: item, token: 3, until: 100 });
    await heartbeats.put({ workItemId: other, token: 1, until: 50 });
    await heartbeats.drop(item);
    expect(names()).toEqual([`${other}.1.50`]);
  });

  it('are not confused by what else lies there', async () => {
    await heartbeats.put({ workItemId: item, token: 3, until: 100 });
    for (const name of ['.DS_Store', 'a.b.c', `${item}.x.5`, `${item}.3`])
      writeFileSync(join(folder, 'beats', name), '');
    expect([...(await heartbeats.all()).keys()]).toEqual([`${item}.3`]);
  });

  it('say in a sentence that nothing may be written', async () => {
    const readOnly = new FileHeartbeats(folder, {
      ...realFileSystem,
      mkdirSync: () => {
        throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'mkdir' });
      },
    });
    const failure = await readOnly.put({ workItemId: item, token: 1, until: 5 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure).toMatchObject({
      code: 'STORE_READ_ONLY',
      message: `This process can read the store in ${folder} but cannot write to it.`,
    });
  });
});
