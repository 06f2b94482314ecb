import { describe, expect, it } from 'vitest';
import { SessionUsage } from './sessionUsage.js';

const told = (usage: SessionUsage) =>
  usage.rows().map(({ meaning, input, cost_micros, used }) => [meaning, input, cost_micros, used]);

describe('the figures of a run', () => {
  it('have its time by the stopwatch', () => {
    let ms = 0;
    const usage = new SessionUsage(() => ms);
    ms = 61_000.4;
    usage.add({ kind: 'usage', meaning: 'turn', input: 10 });
    usage.add({ kind: 'usage', meaning: 'turn', input: 5 });
    expect(told(usage)).toEqual([
      ['turn', 15, null, null],
      ['time', null, null, 61_000],
    ]);
  });

  it('are those since it went on, if the agent goes on counting', () => {
    const usage = new SessionUsage(() => 0);
    usage.continueFrom({ cost_micros: 300_000 });
    usage.add({ kind: 'usage', meaning: 'session', costUsd: 0.4 });
    usage.add({ kind: 'usage', meaning: 'session', costUsd: 0.7 });
    expect(told(usage)[0]).toEqual(['session', null, 400_000, null]);
  });

  it('are all of them, if the agent begins to count again', () => {
    const usage = new SessionUsage(() => 0);
    usage.continueFrom({ cost_micros: 300_000 });
    usage.add({ kind: 'usage', meaning: 'session', costUsd: 0.1 });
    usage.add({ kind: 'usage', meaning: 'session', costUsd: 0.4 });
    expect(told(usage)[0]).toEqual(['session', null, 400_000, null]);
  });

  it('stay unknown where the agent tells no number', () => {
    const usage = new SessionUsage(() => 0);
    usage.add({ kind: 'usage', meaning: 'session', costUsd: Number.NaN, input: -1 });
    expect(told(usage)[0]).toEqual(['session', null, null, null]);
  });
});
