import { EventEmitter } from 'node:events';
import type { FSWatcher, WatchListener } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeWatcher, statSignature } from './changeWatcher.js';
import { realFileSystem } from './storeFileSystem.js';

/** What `fs.watch` does in a test: tells of changes, stays silent, or cannot be had. */
let watching: 'works' | 'silent' | 'throws' = 'works';
const watchers = new Set<() => void>();
const closed: string[] = [];

vi.mock('node:fs', async load => ({
  ...(await load<typeof import('node:fs')>()),
  watch: (path: string, _options: unknown, listener: WatchListener<string>): FSWatcher => {
    if (watching === 'throws') throw Object.assign(new Error('no more watches'), { code: 'ENOSPC' });
    const tell = () => listener('change', 'log');
    if (watching === 'works') watchers.add(tell);
    const close = () => {
      watchers.delete(tell);
      closed.push(path);
    };
    return Object.assign(new EventEmitter(), {
      close,
      ref: () => undefined,
      unref: () => undefined,
    }) as unknown as FSWatcher;
  },
}));

describe('a change watcher', () => {
  let signature = 'a';
  let watcher: ChangeWatcher;

  beforeEach(() => {
    vi.useFakeTimers();
    watching = 'works';
    signature = 'a';
    closed.length = 0;
    watcher = new ChangeWatcher('/store', () => signature);
  });
  afterEach(() => {
    watcher.close();
    watchers.clear();
    vi.useRealTimers();
  });

  it('tells once of changes that come together', () => {
    const heard = vi.fn();
    watcher.listen(heard);
    for (const next of ['b', 'c', 'd']) {
      signature = next;
      for (const tell of watchers) tell();
    }
    vi.advanceTimersByTime(20);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('says nothing when nothing was committed, however often the folder stirs', () => {
    const heard = vi.fn();
    watcher.listen(heard);
    for (let count = 0; count < 50; count += 1) for (const tell of watchers) tell();
    vi.advanceTimersByTime(2000);
    expect(heard).not.toHaveBeenCalled();
  });

  it.each(['silent', 'throws'] as const)('finds out by looking where fs.watch %s', how => {
    watching = how;
    const heard = vi.fn();
    watcher.listen(heard);
    signature = 'b';
    vi.advanceTimersByTime(400);
    expect(heard).toHaveBeenCalledTimes(1);
    signature = 'c';
    vi.advanceTimersByTime(400);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('tells of commits of its own process at once', () => {
    const heard = vi.fn();
    watcher.listen(heard);
    signature = 'b';
    watcher.look();
    vi.advanceTimersByTime(20);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('has no timer and no watch while nobody listens', () => {
    expect(vi.getTimerCount()).toBe(0);
    const stops = [watcher.listen(vi.fn()), watcher.listen(vi.fn())];
    expect(vi.getTimerCount()).toBe(1);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(closed).toEqual(['/store']);
  });
});

describe('the signature of a file', () => {
  it('is a dash while there is none', () => {
    expect(statSignature(realFileSystem, '/nowhere/at/all')).toBe('-');
    expect(statSignature(realFileSystem, process.execPath)).toMatch(/^\d+:[\d.]+$/);
  });
});
