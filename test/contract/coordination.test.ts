import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { costEach, missedGoals } from '../bench/coordination/report.js';
import { runWay } from '../bench/coordination/runWay.js';
import { makeDirectory, missingTerminal, userNode } from './cliRig.js';

const dist = resolve(import.meta.dirname, '..', '..', 'dist');

describe.skipIf(missingTerminal !== undefined)('five agents that make seven kinds of mistakes in twelve tasks', () => {
  it('lose nothing, do nothing twice, and get everything merged', { timeout: 400_000 }, async () => {
    const programs = { node: userNode, dist, isShort: true };
    const place = join(makeDirectory(), 'fleet');
    const order = { way: 'stateroom', agents: 5, tasks: 12, seed: 1, place, programs } as const;
    const outcome = await runWay(order);
    expect(outcome).toMatchObject({ tasks: 12, lost: [], twice: [], green: 12, again: 0, againAfterKill: 0 });
    // Stashes of t2 and t10, and the edit of t7 in the main folder.
    expect(outcome.refused).toBeGreaterThanOrEqual(3);
    expect(costEach(outcome).tokens).toBeLessThan(2500);
    expect(missedGoals({ order, outcome })).toEqual([]);
  });
});
