import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realFileSystem } from '../storeFileSystem.js';
import { StoreLock } from './storeLock.js';

let directory: string;
let lock: StoreLock;
let now: number;
let sleeps: number;

/** A live process that has waited since before we came. */
function leaveMark(): string {
  const path = join(directory, 'waiting', `${(Date.now() - 1000) * 1000}.1.aaaaaaaaaaaa`);
  writeFileSync(path, '');
  return path;
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'store-lock-'));
  mkdirSync(join(directory, 'waiting'));
  now = 1000;
  sleeps = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // However long this process has been running: marks tell who came first by the clock.
  vi.spyOn(Date, 'now').mockImplementation(() => Math.round(performance.timeOrigin + now));
  lock = new StoreLock({
    directory,
    files: realFileSystem,
    timeoutMs: 10_000,
    sleep: () => {
      sleeps += 1;
    },
  });
});

afterEach(() => {
  lock.close();
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

describe('the turn of a holder', () => {
  it('goes on past those who wait for 12 ms, however often it comes back, and no longer', async () => {
    await lock.acquire();
    lock.release();
    leaveMark();
    now = 1006;
    await lock.acquire();
    lock.release();
    now = 1011.9;
    await lock.acquire();
    lock.release();
    expect(sleeps).toBe(0);
    now = 1012;
    await lock.acquire();
    expect(sleeps).toBe(1);
  });

  it('is not begun by a newcomer where others wait', async () => {
    leaveMark();
    await lock.acquire();
    expect(sleeps).toBe(1);
  });
});

describe('a waiter', () => {
  /** When a waiter asks who holds the lock until `end`, while its file looks moved at each look as long as `isMoving` says. */
  async function asksUntil(end: number, isMoving: () => boolean): Promise<number[]> {
    const asked = new Set<number>();
    const other = new StoreLock({ directory, files: realFileSystem, timeoutMs: 10_000, sleep: () => {} });
    await other.acquire();
    const lockPath = join(directory, 'lock');
    let looks = 0;
    const files = {
      ...realFileSystem,
      statSync: ((path: string, options: object) => {
        const stat = realFileSystem.statSync(path, options);
        if (path === lockPath && stat !== undefined && isMoving()) {
          looks += 1;
          stat.ino = looks;
        }
        return stat;
      }) as typeof realFileSystem.statSync,
      readFileSync: ((path: string, options: 'utf8') => {
        if (path === lockPath) asked.add(now);
        return realFileSystem.readFileSync(path, options);
      }) as typeof realFileSystem.readFileSync,
    };
    const sleep = (): void => {
      now += 10;
      if (now > end) other.release();
    };
    const waiter = new StoreLock({ directory, files, timeoutMs: 10_000, sleep });
    await waiter.acquire();
    waiter.close();
    other.close();
    return [...asked];
  }

  it('asks whether the holder lives only once the lock has not moved for 30 ms', async () => {
    expect(await asksUntil(1200, () => now < 1100)).toEqual([1130, 1180]);
  });

  it('asks all the same once a second where the file system numbers files anew at each look', async () => {
    expect(await asksUntil(3100, () => true)).toEqual([2000, 3000]);
  });

  it('is not passed over for the hours that its machine has slept, which the clock of its process does not count', async () => {
    vi.mocked(Date.now).mockImplementation(() => Math.round(performance.timeOrigin + now) + 3_600_000);
    await lock.acquire();
    const newcomer = new StoreLock({
      directory,
      files: realFileSystem,
      timeoutMs: 10_000,
      sleep: () => {
        throw new Error('it lets the other go first');
      },
    });
    let taken: Promise<unknown> | undefined;
    const waiter = new StoreLock({
      directory,
      files: realFileSystem,
      timeoutMs: 10_000,
      sleep: () => {
        lock.release();
        taken ??= newcomer.acquire().then(
          () => {
            newcomer.release();
            return 'it took the lock';
          },
          (error: Error) => error.message,
        );
      },
    });
    await waiter.acquire();
    expect(await taken).toBe('it lets the other go first');
    expect(waiter.holds()).toBe(true);
    waiter.close();
    newcomer.close();
  });

  it('works ahead only once it is first, and then for 4 ms not again', async () => {
    const other = new StoreLock({ directory, files: realFileSystem, timeoutMs: 10_000, sleep: () => {} });
    await other.acquire();
    const mark = leaveMark();
    const worked: number[] = [];
    const looks: (() => void)[] = [
      () => {},
      () => rmSync(mark),
      () => {
        now = 1003.9;
      },
      () => {
        now = 1004;
      },
      () => other.release(),
    ];
    const waiter = new StoreLock({
      directory,
      files: realFileSystem,
      timeoutMs: 10_000,
      sleep: () => {
        looks[sleeps]?.();
        sleeps += 1;
      },
    });
    await waiter.acquire(() => worked.push(sleeps));
    expect({ worked, sleeps, holds: waiter.holds() }).toEqual({ worked: [2, 4], sleeps: 5, holds: true });
    waiter.close();
    other.close();
  });
});
