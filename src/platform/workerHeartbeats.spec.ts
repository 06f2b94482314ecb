import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkerHeartbeats } from './workerHeartbeats.js';

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-beats-'));
  folder = join(home, 'workers');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('beats of workers', () => {
  it('are one empty file for each, whose name tells when and how often', async () => {
    const heartbeats = openWorkerHeartbeats(folder);
    expect(await heartbeats.all()).toEqual(new Map());
    await heartbeats.heartbeat('login', 1000);
    await heartbeats.heartbeat('v1.2-page', 1500, 60_000);
    await heartbeats.heartbeat('login', 2000.4);
    expect(readdirSync(folder).sort()).toEqual(['login.2000.10000', 'v1.2-page.1500.60000']);
    expect(await heartbeats.all()).toEqual(
      new Map([
        ['login', { at: 2000, everyMs: 10_000 }],
        ['v1.2-page', { at: 1500, everyMs: 60_000 }],
      ]),
    );
  });

  it('go on as often as they were told to, until they are told otherwise', async () => {
    const heartbeats = openWorkerHeartbeats(folder);
    await heartbeats.heartbeat('login', 1, 500);
    await heartbeats.heartbeat('login', 2);
    expect(await heartbeats.all()).toEqual(new Map([['login', { at: 2, everyMs: 500 }]]));
    await heartbeats.heartbeat('login', 3, 700);
    expect(await heartbeats.all()).toEqual(new Map([['login', { at: 3, everyMs: 700 }]]));
  });

  it('of several at once end in one file, and other files are none of theirs', async () => {
    const heartbeats = openWorkerHeartbeats(folder);
    await heartbeats.heartbeat('login', 1);
    writeFileSync(join(folder, 'login.5.10000'), '');
    writeFileSync(join(folder, 'login.txt'), '');
    await Promise.all([7, 8, 9].map(at => openWorkerHeartbeats(folder).heartbeat('login', at)));
    await heartbeats.heartbeat('login', 10);
    expect(readdirSync(folder).sort()).toEqual(['login.10.10000', 'login.txt']);
  });

  it('tell when they cannot be written', async () => {
    writeFileSync(folder, '');
    await expect(openWorkerHeartbeats(folder).heartbeat('login', 1)).rejects.toThrow('not a folder of the store');
  });
});
