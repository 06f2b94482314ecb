import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realFileSystem } from '../storeFileSystem.js';
import { Turn } from './turn.js';

describe('a turn to write', () => {
  let directory: string;
  let now = 0;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'turn-'));
    now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(directory, { recursive: true });
  });
  /** Time goes by as it sleeps. */
  const turn = () =>
    new Turn(directory, realFileSystem, ms => {
      now += ms;
    });

  it('is given back, and then the next one’s', async () => {
    const [one, other] = [turn(), turn()];
    await one.take(0, () => undefined);
    expect(existsSync(join(directory, 'turn'))).toBe(true);
    await other.take(0, () => one.give());
    expect([one.isHeld, other.isHeld]).toEqual([false, true]);
    other.give();
    expect(existsSync(join(directory, 'turn'))).toBe(false);
  });

  it('of a process that shows nothing for 300 ms is taken from it', async () => {
    const [one, other] = [turn(), turn()];
    await one.take(0, () => undefined);
    const begun = now;
    await other.take(0, () => undefined);
    expect(other.isHeld).toBe(true);
    expect(now - begun).toBeGreaterThan(300);
    expect(now - begun).toBeLessThan(350);
  });

  it('that was taken from a process is known to be lost, and is not given back by it', async () => {
    const [one, other, third] = [turn(), turn(), turn()];
    await one.take(0, () => undefined);
    await other.take(0, () => undefined);
    expect([one.isHeld, other.isHeld]).toEqual([false, true]);
    await third.take(0, () => undefined);
    other.give();
    expect([other.isHeld, third.isHeld, existsSync(join(directory, 'turn'))]).toEqual([false, true, true]);
    await one.take(0, () => third.give());
    expect([one.isHeld, third.isHeld]).toEqual([true, false]);
  });

  it('of a process that was overtaken is waited for longer, by as much again for each time', async () => {
    const [one, other] = [turn(), turn()];
    await one.take(3, () => undefined);
    const begun = now;
    await other.take(0, () => undefined);
    expect(other.isHeld).toBe(true);
    expect(now - begun).toBeGreaterThan(1200);
    expect(now - begun).toBeLessThan(1250);
  });

  it('is done without, at once, where something else has its name or the folder is gone', async () => {
    mkdirSync(join(directory, 'turn'));
    const begun = now;
    const one = turn();
    expect(one.isOfAnother()).toBe(false);
    await one.take(0, () => undefined);
    expect([one.isHeld, now - begun]).toEqual([false, 0]);
    const gone = new Turn(join(directory, 'gone'), realFileSystem, () => undefined);
    await gone.take(0, () => undefined);
    expect(gone.isHeld).toBe(false);
  });

  it('of another is seen by who asks', async () => {
    const [one, other] = [turn(), turn()];
    expect(other.isOfAnother()).toBe(false);
    await one.take(0, () => undefined);
    expect([one.isOfAnother(), other.isOfAnother()]).toEqual([false, true]);
  });

  it('of a process that is at work is waited for, and after ten seconds done without', async () => {
    const [one, other] = [turn(), turn()];
    await one.take(0, () => undefined);
    const begun = now;
    await other.take(0, () => one.renew());
    expect(other.isHeld).toBe(false);
    expect(now - begun).toBeGreaterThan(10_000);
    expect(now - begun).toBeLessThan(10_100);
  });
});
