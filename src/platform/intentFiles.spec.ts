import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IntentFiles, openIntentFiles } from './intentFiles.js';

let home: string;
const folder = (): string => join(home, 'journeys');

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-intents-'));
});

afterEach(() => rmSync(home, { recursive: true }));

describe('files of intentions', () => {
  it('touch nothing before they are written', async () => {
    const files = openIntentFiles(folder());
    expect([await files.read('login'), [...(await files.all())]]).toEqual([undefined, []]);
    await files.remove('login');
    expect(existsSync(folder())).toBe(false);
  });

  it('are begun once, replaced and removed, and are their owner’s alone', async () => {
    const files = openIntentFiles(folder());
    expect(await files.begin('login', 'one')).toBe(true);
    expect(await files.begin('login', 'two')).toBe(false);
    expect(await files.read('login')).toBe('one');
    await files.write('login', 'three');
    await files.write('page', 'four');
    expect([...(await files.all())].sort()).toEqual([
      ['login', 'three'],
      ['page', 'four'],
    ]);
    if (process.platform !== 'win32') expect(statSync(join(folder(), 'login.json')).mode & 0o777).toBe(0o600);
    await files.remove('login');
    expect(readdirSync(folder())).toEqual(['page.json']);
    await files.remove('page');
    expect(existsSync(folder())).toBe(false);
  });

  it('go with the drafts of those who died while they began or replaced them', async () => {
    const files = openIntentFiles(folder());
    await files.begin('login', 'one');
    const drafts = ['login.0a1b2c3d.draft', 'login.json.4711.0a1b2c3d.draft'];
    const others = ['login.json.4711.draft', 'page.json.4711.0a1b2c3d.draft'];
    for (const name of [...drafts, ...others]) writeFileSync(join(folder(), name), 'half');
    await files.remove('login');
    expect(readdirSync(folder()).sort()).toEqual(others);
  });

  it('are begun while others remove the last one', async () => {
    const rounds = Array.from({ length: 50 }, (_, round) => round);
    const act = async (name: string) => {
      const files = openIntentFiles(folder());
      for (const round of rounds) {
        expect(await files.begin(name, `${round}`)).toBe(true);
        await files.write(name, `${round}, changed`);
        expect(await files.read(name)).toBe(`${round}, changed`);
        await files.remove(name);
      }
    };
    await Promise.all(['login', 'page', 'cart', 'mail'].map(act));
    expect(existsSync(folder())).toBe(false);
  });

  it('are begun while somebody makes and removes the folder without a pause', async () => {
    const disturber = new Worker(
      `const { mkdirSync, rmdirSync } = require('node:fs');
       const { workerData: folder } = require('node:worker_threads');
       for (;;) for (const act of [mkdirSync, rmdirSync]) try { act(folder); } catch {}`,
      { eval: true, workerData: folder() },
    );
    try {
      const files = openIntentFiles(folder());
      for (let round = 0; round < 100; round++) {
        expect(await files.begin('login', `${round}`)).toBe(true);
        await files.remove('login');
      }
    } finally {
      await disturber.terminate();
    }
  });

  // A link that leads nowhere needs rights on Windows.
  it.skipIf(process.platform === 'win32')('fail where their folder cannot be made', async () => {
    symlinkSync(join(home, 'nowhere', 'journeys'), folder());
    await expect(openIntentFiles(folder()).begin('login', 'one')).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it('are begun by one of many', async () => {
    const files = Array.from({ length: 20 }, () => openIntentFiles(folder()));
    const begun = await Promise.all(files.map((one, number) => one.begin('login', `${number}`)));
    expect(begun.filter(won => won)).toHaveLength(1);
    expect(await files[0]?.read('login')).toBe(String(begun.indexOf(true)));
    expect(readdirSync(folder())).toEqual(['login.json']);
  });

  it('are taken over by one of many, who saw what there is', async () => {
    const files = Array.from({ length: 20 }, () => openIntentFiles(folder()));
    await files[0]?.begin('login', 'dead');
    const took = await Promise.all(files.map((one, number) => one.replace('login', 'dead', `${number}`)));
    expect(took.filter(won => won)).toHaveLength(1);
    expect(await files[0]?.read('login')).toBe(String(took.indexOf(true)));
    expect(await files[0]?.replace('login', 'dead', 'late')).toBe(false);
    expect(await files[0]?.replace('page', 'dead', 'none')).toBe(false);
    expect(readdirSync(folder())).toEqual(['login.json']);
  });

  it('are not held up for ever by one who died while it took over', async () => {
    const files = openIntentFiles(folder());
    await files.begin('login', 'dead');
    const lock = join(folder(), 'login.lock');
    writeFileSync(lock, '');
    expect(await files.replace('login', 'dead', 'mine')).toBe(false);
    expect(existsSync(lock)).toBe(true);
    const before = new Date(Date.now() - 60_000);
    utimesSync(lock, before, before);
    expect(await files.replace('login', 'dead', 'mine')).toBe(false);
    expect(await files.replace('login', 'dead', 'mine')).toBe(true);
    expect(await files.read('login')).toBe('mine');
  });

  it('are taken over by one of many who find the lock of one who died', async () => {
    const files = Array.from({ length: 6 }, () => openIntentFiles(folder()));
    const before = new Date(Date.now() - 60_000);
    for (let round = 0; round < 30; round += 1) {
      await files[0]?.begin('login', 'dead');
      writeFileSync(join(folder(), 'login.lock'), '');
      utimesSync(join(folder(), 'login.lock'), before, before);
      const take = async (one: IntentFiles, number: number): Promise<boolean> => {
        for (;;) {
          if (await one.replace('login', 'dead', `${number}`)) return true;
          if ((await one.read('login')) !== 'dead') return false;
        }
      };
      const took = await Promise.all(files.map(take));
      expect(took.filter(won => won)).toHaveLength(1);
      expect(await files[0]?.read('login')).toBe(String(took.indexOf(true)));
      await files[0]?.remove('login');
    }
  });
});
