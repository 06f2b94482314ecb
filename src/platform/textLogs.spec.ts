import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTextLogs } from './textLogs.js';

let home: string;
const turns = { take: <T>(_: string, work: () => Promise<T>) => work() };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-logs-'));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('logs', () => {
  it('grow at their end, for their owner alone, and are read in parts', async () => {
    const logs = openTextLogs(join(home, 'logs'), turns);
    expect(await logs.read('login', 100)).toBeUndefined();
    await logs.append('login', bytes('one\n'));
    await logs.append('login', bytes('two\n'));
    const read = async (most: number, from?: number) => {
      const part = await logs.read('login', most, from);
      return part && [new TextDecoder().decode(part.content), part.start, part.end];
    };
    expect(await read(100)).toEqual(['one\ntwo\n', 0, 8]);
    expect(await read(5)).toEqual(['\ntwo\n', 3, 8]);
    expect(await read(100, 4)).toEqual(['two\n', 4, 8]);
    expect(await read(2, 4)).toEqual(['tw', 4, 6]);
    expect(await read(100, 8)).toEqual(['', 8, 8]);
    expect(await read(100, 90)).toEqual(['one\ntwo\n', 0, 8]);
    expect(statSync(logs.path('login')).mode & 0o777).toBe(0o600);
  });

  it('that are full are put aside', async () => {
    const logs = openTextLogs(home, turns);
    const much = new Uint8Array(10 * 1024 * 1024);
    await logs.append('login', much);
    await logs.append('login', much);
    expect(statSync(logs.path('login')).size).toBe(10 * 1024 * 1024);
    expect(statSync(join(home, 'login.log.earlier')).size).toBe(10 * 1024 * 1024);
  });

  it('that two processes find full are put aside once: the earlier lines stay', async () => {
    const full = 16 * 1024 * 1024 - 1;
    await openTextLogs(home, turns).append('login', new Uint8Array(full));
    const other = openTextLogs(home, turns);
    const slow = openTextLogs(home, {
      async take(_, work) {
        await other.append('login', bytes('other\n'));
        return work();
      },
    });
    await slow.append('login', bytes('own\n'));
    expect(statSync(join(home, 'login.log.earlier')).size).toBe(full);
    expect(readFileSync(other.path('login'), 'utf8')).toBe('other\nown\n');
  });
});
