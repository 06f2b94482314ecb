import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type IntentFiles, openIntentFiles } from './intentFiles.js';
import { thisMachine } from './machine.js';
import { openProcessMutex } from './processMutex.js';

let home: string;
let files: IntentFiles;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-turns-'));
  files = openIntentFiles(join(home, 'turns'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('does what has one name one after the other, and what has another beside it', async () => {
  const told: string[] = [];
  const work =
    (name: string, until = (): unknown => true) =>
    async () => {
      told.push(`${name} begins`);
      await vi.waitUntil(until, { timeout: 30_000 });
      told.push(`${name} ends`);
      return name;
    };
  const turns = openProcessMutex(files, thisMachine);
  const first = turns.take(
    'a',
    work('one', () => told.includes('other begins')),
  );
  await expect.poll(() => told).toContain('one begins');
  const answers = await Promise.all([first, turns.take('a', work('two')), turns.take('b', work('other'))]);
  expect(answers).toEqual(['one', 'two', 'other']);
  expect(told.filter(line => !line.startsWith('other'))).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  expect(told.indexOf('other begins')).toBeLessThan(told.indexOf('two begins'));
  expect(readdirSync(home)).toEqual([]);
});

it('gives the turn back when the work fails', async () => {
  const turns = openProcessMutex(files, thisMachine);
  await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('a', async () => 'yes')).toBe('yes');
  expect(readdirSync(home)).toEqual([]);
});

it('leaves the turn of another process that took it from this one meanwhile', async () => {
  const turns = openProcessMutex(files, thisMachine);
  const other = `${Date.now()} 01 ${thisMachine.identity()}`;
  await turns.take('a', async () => {
    const own = await files.read('a');
    expect(await files.replace('a', own ?? '', other)).toBe(true);
  });
  expect(await files.read('a')).toBe(other);
});

it('takes the turn of a process that died', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const ended = new Promise(done => child.once('exit', done));
  const identity = thisMachine.identify(Number(child.pid));
  await files.begin('a', `${Date.now()} 00 ${identity}`);
  const told: string[] = [];
  const turn = openProcessMutex(files, thisMachine).take('a', async () => told.push('mine'));
  await wait(150);
  expect(told).toEqual([]);
  child.kill('SIGKILL');
  await ended;
  await turn;
  expect(told).toEqual(['mine']);
  expect(readdirSync(home)).toEqual([]);
});

it('goes ahead where no file can be written', async () => {
  const nowhere = openIntentFiles('/dev/null/turns');
  expect(await openProcessMutex(nowhere, thisMachine).take('a', async () => 'done')).toBe('done');
});
