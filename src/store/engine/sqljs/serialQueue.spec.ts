import { describe, expect, it } from 'vitest';
import { EscapedError, SerialQueue, withoutMacrotasks } from './serialQueue.js';

describe('a serial queue', () => {
  it('runs one piece of work at a time, in the order asked for, whatever fails', async () => {
    const queue = new SerialQueue();
    const seen: string[] = [];
    const work = (name: string, fails = false) =>
      queue.run(async () => {
        seen.push(`${name} begins`);
        await new Promise(resolve => setImmediate(resolve));
        seen.push(`${name} ends`);
        if (fails) throw new Error(`${name} failed`);
        return name;
      });
    const [first, second, third] = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('a callback that may not let time pass', () => {
  it('may await as many promises as it likes', async () => {
    const value = await withoutMacrotasks(async () => {
      let sum = 0;
      for (let index = 0; index < 1000; index += 1) sum += await Promise.resolve(1);
      return sum;
    });
    expect(value).toBe(1000);
  });

  it.each([
    ['a timer', () => new Promise(resolve => setTimeout(resolve, 0))],
    ['an immediate', () => new Promise(resolve => setImmediate(resolve))],
    ['nothing that ever comes', () => new Promise(() => undefined)],
  ])('is failed for waiting for %s', async (_name, wait) => {
    await expect(
      withoutMacrotasks(async () => {
        await wait();
      }),
    ).rejects.toThrow(EscapedError);
  });

  it('passes its own failure on', async () => {
    await expect(
      withoutMacrotasks(async () => {
        throw new Error('mine');
      }),
    ).rejects.toThrow('mine');
  });
});
