import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAttachments } from './attachments.js';
import { openFileCache } from './fileCache.js';
import { refreshFile, writeFileAtomically } from './files.js';
import { openIntentFiles } from './intentFiles.js';
import { makeOwnFolder } from './ownFolder.js';
import { writeShim } from './shim.js';
import { openTextLogs } from './textLogs.js';
import { openWorkerHeartbeats } from './workerHeartbeats.js';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stateroom-files-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('writeFileAtomically', () => {
  it('makes the folder, replaces the file and leaves no draft', async () => {
    const file = join(directory, 'a/b/file.txt');
    await writeFileAtomically(file, 'one');
    await writeFileAtomically(file, 'two');
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(readdirSync(join(directory, 'a/b'))).toEqual(['file.txt']);
  });

  it.skipIf(process.platform === 'win32')('sets the mode whatever the umask', async () => {
    const before = process.umask(0o177);
    try {
      await writeFileAtomically(join(directory, 'script'), 'x', { mode: 0o755 });
    } finally {
      process.umask(before);
    }
    expect(statSync(join(directory, 'script')).mode & 0o777).toBe(0o755);
  });

  it('keeps the old content and leaves no draft when it fails', async () => {
    mkdirSync(join(directory, 'taken'));
    writeFileSync(join(directory, 'taken/inside'), '');
    await expect(writeFileAtomically(join(directory, 'taken'), 'x')).rejects.toThrow();
    expect(readdirSync(directory)).toEqual(['taken']);
  });

  it('never shows half a file to a reader', async () => {
    const file = join(directory, 'file');
    const [small, large] = ['a'.repeat(10), 'b'.repeat(200_000)];
    await writeFileAtomically(file, small);
    const seen = new Set<number>();
    let writing = true;
    const writer = (async () => {
      for (let round = 0; round < 40; round += 1) await writeFileAtomically(file, round % 2 === 0 ? large : small);
      writing = false;
    })();
    while (writing) {
      seen.add(readFileSync(file).length);
      await new Promise(resolve => setImmediate(resolve));
    }
    await writer;
    expect([...seen].filter(size => size !== 10 && size !== 200_000)).toEqual([]);
  });
});

describe('refreshFile', () => {
  it('writes only what differs', async () => {
    const file = join(directory, 'file');
    expect(await refreshFile(file, 'one')).toBe(true);
    const { ino } = statSync(file);
    expect(await refreshFile(file, 'one')).toBe(false);
    expect(statSync(file).ino).toBe(ino);
    expect(await refreshFile(file, 'two')).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('two');
  });
});

describe('a folder of the store', () => {
  const gone = { code: 'ENOENT' };

  it('is made with the store’s own, for their owner alone', async () => {
    const folder = join(directory, 'stateroom', 'logs');
    await makeOwnFolder(folder);
    await makeOwnFolder(folder);
    if (process.platform === 'win32') return;
    for (const made of [folder, join(directory, 'stateroom')]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('is never made where the repository was moved away, by any of those who keep files there', async () => {
    const store = join(directory, 'repository', '.git', 'stateroom');
    const program = { file: join(directory, 'cli.mjs'), version: '1.0.0' };
    await expect(makeOwnFolder(join(store, 'logs'))).rejects.toMatchObject(gone);
    await expect(
      openTextLogs(join(store, 'logs'), { take: (_, work) => work() }).append('login', Buffer.from('x')),
    ).rejects.toMatchObject(gone);
    await expect(openWorkerHeartbeats(join(store, 'workers')).heartbeat('login', 1)).rejects.toMatchObject(gone);
    await expect(openIntentFiles(join(store, 'runs')).write('login', '{}')).rejects.toMatchObject(gone);
    await expect(openAttachments(store).write('evidence', 'E-1.log', Buffer.from('x'))).rejects.toMatchObject(gone);
    await expect(writeShim(store, program)).rejects.toMatchObject(gone);
    await openFileCache(join(store, 'kept')).write('login', 'x');
    expect(readdirSync(directory)).toEqual([]);
  });
});
