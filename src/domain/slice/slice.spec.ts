import { describe, expect, it } from 'vitest';
import { filesInProse } from './filesInProse.js';
import { reviewKindOf } from './reviewKind.js';
import { checkSliceDecision, makeSliceDecision } from './sliceDecision.js';
import { checkSliceAct } from './sliceRule.js';

describe('what a status allows', () => {
  it.each([
    ['open', 'commit', true],
    ['open', 'close', true],
    ['committed', 'commit', true],
    ['committed', 'close', true],
    ['closed', 'commit', false],
    ['closed', 'close', false],
  ] as const)('%s, %s: %j', (status, act, allowed) => {
    const refusal = checkSliceAct({ number: 2, status }, act);
    expect(refusal?.code).toBe(allowed ? undefined : 'transition_not_allowed');
    if (!allowed) expect(refusal?.details).toEqual({ slice: 'S-2', status: 'closed' });
  });
});

it.each<[string[], string]>([
  [['docs/a.md', '.stateroom/plans/p.md'], 'planning'],
  [['docs/a.md', 'src/a.ts'], 'code'],
  [['README.md'], 'code'],
  [['docsy/a.md'], 'code'],
  [[], 'code'],
])('reviews %j as %s', (files, kind) => {
  expect(reviewKindOf(files)).toBe(kind);
});

it('finds the files that the section on changes names', () => {
  const text =
    '## Changes\n- `src/a.ts` and `src/b c.ts`, `../x.ts`, `npm test`, `src/a.ts`\n- `README.md`\n## Verification\n`src/c.ts`\n';
  expect(filesInProse(text)).toEqual(['src/a.ts', 'README.md']);
  expect(filesInProse('no headings `a.ts`')).toEqual([]);
  expect(filesInProse('## Changes\n`last.ts`')).toEqual(['last.ts']);
});

describe('the name of the decision', () => {
  it.each([
    [
      'claude-code',
      't3-rate-limit',
      4,
      'Count the retries!',
      'claudecode_slice_complete_t3-rate-limit_s4_count_the_retries',
    ],
    ['X', 'a-1', 12, '…', 'actor_slice_complete_a-1_s12'],
    ['Ada Lovelace the 1st', 'a-1', 1, 'a'.repeat(200), `adalovelacet_slice_complete_a-1_s1_${'a'.repeat(60)}`],
  ])('by %s is made', (actor, ref, number, title, name) => {
    expect(makeSliceDecision(actor, ref, number, title)).toBe(name);
    expect(checkSliceDecision(name)).toBeUndefined();
  });

  it('of another kind is refused with one that would do', () => {
    expect(checkSliceDecision('claude_choice_t3_keep_it')).toMatchObject({
      code: 'invalid_input',
      details: { suggestion: 'claude_slice_complete_t3_keep_it' },
    });
    expect(checkSliceDecision('claude_slice_complete_t3_keep-it')).toMatchObject({
      details: { suggestion: 'claude_slice_complete_t3_keep_it' },
    });
  });
});
