import { describe, expect, it } from 'vitest';
import { throttle } from './throttle.js';

/** A task whose runs are ended by hand. */
function manualTask() {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const task = () => new Promise<void>((end, fail) => runs.push({ end, fail }));
  return { runs, task };
}

const settle = () => new Promise(resolve => setImmediate(resolve));

describe('latestOnly', () => {
  it('runs at once when nothing runs', () => {
    const { runs, task } = manualTask();
    void throttle(task)();
    expect(runs).toHaveLength(1);
  });

  it('makes one further run of any number of calls during a run', async () => {
    const { runs, task } = manualTask();
    const ask = throttle(task);
    void ask();
    void ask();
    void ask();
    void ask();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await settle();
    expect(runs).toHaveLength(2);
  });

  it('resolves a call made during a run only with the run after it', async () => {
    const { runs, task } = manualTask();
    const ask = throttle(task);
    const first = ask();
    let secondDone = false;
    const second = ask().then(() => {
      secondDone = true;
    });
    runs[0]?.end();
    await first;
    await settle();
    expect(secondDone).toBe(false);
    runs[1]?.end();
    await second;
    expect(secondDone).toBe(true);
  });

  it('goes on after a run that failed, and reports the failure to its own callers', async () => {
    const { runs, task } = manualTask();
    const ask = throttle(task);
    const first = ask();
    const second = ask();
    runs[0]?.fail(new Error('disk gone'));
    await expect(first).rejects.toThrow('disk gone');
    await settle();
    runs[1]?.end();
    await expect(second).resolves.toBeUndefined();
  });
});
