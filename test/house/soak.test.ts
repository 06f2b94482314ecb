import { expect, it } from 'vitest';
import { addRound } from '../../build/soak.mjs';

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
