import { describe, expect, it } from 'vitest';
import { evidenceState, isAtLeast, isFresh, latestEvidence, type RecordedRun, sameCommand } from './freshness.js';

function proof(more: Partial<RecordedRun> = {}): RecordedRun {
  return { tree_hash: 'aaa', command: 'npm test', directory: '', passed: 1, grade: 'observed', ...more };
}

describe('isFresh', () => {
  it.each<[string | null, string | undefined, boolean]>([
    ['aaa', 'aaa', true],
    ['aaa', 'bbb', false],
    ['aaa', undefined, false],
    [null, 'aaa', false],
    [null, undefined, false],
  ])('of %j judged by %j is %j', (tree, judged, fresh) => {
    expect(isFresh({ tree_hash: tree }, judged)).toBe(fresh);
  });
});

describe('isAtLeast', () => {
  it.each([
    ['said', 'said', true],
    ['said', 'reported', false],
    ['reported', 'said', true],
    ['observed', 'reported', true],
    ['observed', 'ci', false],
    ['ci', 'observed', true],
  ] as const)('%s against %s is %j', (grade, minimum, enough) => {
    expect(isAtLeast(grade, minimum)).toBe(enough);
  });
});

it('compares commands without regard to spaces', () => {
  expect(sameCommand(' npm  test\n', 'npm test')).toBe(true);
  expect(sameCommand('npm test', 'npm run test')).toBe(false);
  expect(sameCommand('npm\ntest', 'npm test')).toBe(false);
});

describe('evidenceState', () => {
  const asked = { command: 'npm test', minimum: 'observed' } as const;
  it.each<[string, RecordedRun[], string]>([
    ['nothing', [], 'missing'],
    ['another command', [proof({ command: 'npm run lint' })], 'missing'],
    ['a pass', [proof()], 'passed'],
    ['a pass from CI', [proof({ grade: 'ci' })], 'passed'],
    ['a failure after a pass', [proof({ passed: 0 }), proof()], 'failed'],
    ['a pass after a failure', [proof(), proof({ passed: 0 })], 'passed'],
    ['a pass elsewhere', [proof({ tree_hash: 'bbb' })], 'stale'],
    ['a pass of no tree', [proof({ tree_hash: null })], 'stale'],
    ['a claim', [proof({ grade: 'said' })], 'weak'],
    ['what was redacted', [proof({ command: 'npm [redacted]' })], 'missing'],
    ['a claim after an observed failure', [proof({ grade: 'said' }), proof({ passed: 0 })], 'failed'],
    ['a pass in a part', [proof({ directory: 'packages/a' })], 'weak'],
  ])('of %s', (_, proofs, state) => {
    expect(evidenceState(proofs, 'aaa', asked)).toBe(state);
  });

  it('takes no command for a named one in which something was redacted, though they read the same', () => {
    const masked = [proof({ command: 'sh -c [redacted]' })];
    const required = { command: 'sh -c [redacted]', minimum: 'said' } as const;
    expect([evidenceState(masked, 'aaa', required), latestEvidence(masked, 'aaa', required)]).toEqual([
      'missing',
      undefined,
    ]);
  });

  it('takes any command when none is named', () => {
    const any = { command: undefined, minimum: 'observed' } as const;
    expect(evidenceState([proof({ directory: 'packages/a' })], 'aaa', any)).toBe('passed');
    expect(latestEvidence([proof({ tree_hash: 'bbb' }), proof({ command: 'make' })], 'aaa', any)?.command).toBe('make');
  });
});
