import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addRound, type CaseTotals, soakFile } from '../../build/soak.mjs';

const totals: Record<string, CaseTotals> = JSON.parse(readFileSync(soakFile, 'utf8'));

it('the totals of soak runs are of the random crash cases', () => {
  expect(Object.keys(totals)).toEqual(['killed', 'killedInside', 'stoppedInside', 'takeoverRace', 'fuzz']);
});

it.each(Object.entries(totals))(
  'the totals of %s name rounds, the last commit and counts, and no failure',
  (_name, one) => {
    expect(one).toEqual({
      rounds: expect.any(Number),
      lastCommit: expect.stringMatching(/^[0-9a-f]{10}$/),
      counts: expect.any(Object),
      failures: [],
    });
    expect(Number.isInteger(one.rounds) && one.rounds > 0).toBe(true);
    expect(Object.keys(one.counts).length).toBeGreaterThan(0);
    expect(
      Object.entries(one.counts).filter(([what, count]) => what === '' || !Number.isInteger(count) || count < 1),
    ).toEqual([]);
  },
);

it('a round adds the counts of the cases that passed, and the failures of the others with the seed', () => {
  const before = {
    killed: { rounds: 1, lastCommit: '0000000001', counts: { kills: 5 }, failures: [] },
    fuzz: { rounds: 2, lastCommit: '0000000001', counts: { flips: 7 }, failures: [] },
  };
  const after = addRound(before, {
    seed: 42,
    commit: '0000000002',
    results: [
      { state: 'passed', name: 'test/crash/killed.test.ts: a', file: 'test/crash/killed.test.ts' },
      { state: 'passed', name: 'test/crash/fuzz.test.ts: b', file: 'test/crash/fuzz.test.ts' },
      { state: 'failed', name: 'test/crash/fuzz.test.ts: c', why: 'lost', file: 'test/crash/fuzz.test.ts' },
    ],
    counts: 'killed 1 kills\nfuzz 3 flips\nkilled 2 kills\nkilled 4 stops at random\n',
  });
  expect(after.killed).toEqual({
    rounds: 2,
    lastCommit: '0000000002',
    counts: { kills: 8, 'stops at random': 4 },
    failures: [],
  });
  expect(after.fuzz).toEqual({
    rounds: 2,
    lastCommit: '0000000001',
    counts: { flips: 7 },
    failures: [{ seed: 42, commit: '0000000002', test: 'test/crash/fuzz.test.ts: c: lost' }],
  });
});

it('a run that ended without saying of which file counts for none', () => {
  const results = [{ state: 'failed' as const, name: 'crash', why: 'the runner ended with exit code 1' }];
  const { killed } = addRound({}, { seed: 7, commit: '0000000003', results, counts: 'killed 9 kills\n' });
  expect(killed).toEqual({
    rounds: 0,
    lastCommit: '',
    counts: {},
    failures: [{ seed: 7, commit: '0000000003', test: 'crash: the runner ended with exit code 1' }],
  });
});
