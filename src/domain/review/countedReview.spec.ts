import { describe, expect, it } from 'vitest';
import { isSameActor, reviewReasons } from './countedReview.js';
import type { ReviewRunRow } from './reviewRunRow.js';

type Run = Parameters<typeof reviewReasons>[0][number];

const tree = 'a'.repeat(40);
const author = 'codex';
const codes = (runs: readonly Run[], independent: boolean, reviewers: number) =>
  reviewReasons(runs, [author], { independent, reviewers }, tree).map(reason => reason.code);

function run(
  number: number,
  by: string,
  verdict: ReviewRunRow['verdict'],
  more: Partial<ReviewRunRow> = {},
): Run & Pick<ReviewRunRow, 'session'> {
  return {
    number,
    actor: by,
    session: 's1',
    status: 'recorded',
    verdict,
    subject_hash: tree,
    request_changes: 0,
    ...more,
  };
}

describe('whether two acts are of the same reviewer', () => {
  it.each([
    ['the same', 'codex', 'codex', true],
    ['another name', 'codex', 'claude', false],
    ['the same, written otherwise', 'Codex ', 'codex', true],
  ])('%s', (_name, one, other, expected) => {
    expect(isSameActor(one, other)).toBe(expected);
  });
});

describe('whether the reviews of a branch suffice', () => {
  it.each<[string, Run[], boolean, number, string[]]>([
    ['nothing is asked for', [], false, 0, []],
    ['nothing is asked for, and it failed', [run(1, 'ann', 'fail')], false, 0, []],
    ['one is asked for, none is there', [], false, 1, ['review_missing']],
    ['one is asked for and there', [run(1, 'ann', 'pass')], false, 1, []],
    ['by the author, who may', [run(1, 'codex', 'pass')], false, 1, []],
    ['by the author, who may not', [run(1, 'codex', 'pass')], true, 1, ['review_not_independent']],
    ['independent alone asks for one', [], true, 0, ['review_missing']],
    [
      'by the author in another session',
      [run(1, 'codex', 'pass', { session: 's2' })],
      true,
      0,
      ['review_not_independent'],
    ],
    ['of another tree', [run(1, 'ann', 'pass', { subject_hash: 'b' })], false, 1, ['review_stale']],
    ['of a tree nobody knows', [run(1, 'ann', 'pass', { subject_hash: null })], false, 1, ['review_stale']],
    ['qualified', [run(1, 'ann', 'pass_with_findings')], false, 1, ['review_missing']],
    ['conditional', [run(1, 'ann', 'conditional_pass')], false, 1, ['review_missing']],
    ['under way', [run(1, 'ann', null, { status: 'started' })], false, 1, ['review_missing']],
    ['two of two', [run(2, 'bob', 'pass'), run(1, 'ann', 'pass')], true, 2, []],
    [
      'the same in two sessions',
      [run(2, 'ann', 'pass', { session: 's2' }), run(1, 'ann', 'pass')],
      false,
      2,
      ['review_missing'],
    ],
    ['the same twice', [run(2, 'ann', 'pass'), run(1, 'ann', 'pass')], false, 2, ['review_missing']],
    [
      'one takes it back',
      [run(3, 'ann', 'fail'), run(2, 'bob', 'pass'), run(1, 'ann', 'pass')],
      false,
      2,
      ['review_missing'],
    ],
    [
      'one old, one good',
      [run(2, 'bob', 'pass', { subject_hash: 'b' }), run(1, 'ann', 'pass')],
      false,
      2,
      ['review_stale'],
    ],
    ['changes are asked for', [run(1, 'ann', 'fail', { request_changes: 1 })], false, 0, ['changes_requested']],
    [
      'changes were made, and it passed',
      [run(2, 'bob', 'pass'), run(1, 'ann', 'fail', { request_changes: 1 })],
      false,
      0,
      [],
    ],
    [
      'it failed again meanwhile',
      [run(2, 'bob', 'fail'), run(1, 'ann', 'fail', { request_changes: 1 })],
      false,
      0,
      ['changes_requested'],
    ],
    [
      'a review under way changes nothing',
      [run(2, 'bob', null, { status: 'started' }), run(1, 'ann', 'fail', { request_changes: 1 })],
      false,
      0,
      ['changes_requested'],
    ],
  ])('%s', (_name, runs, independent, reviewers, expected) => {
    expect(codes(runs, independent, reviewers)).toEqual(expected);
  });

  it('names the runs and says what is missing', () => {
    const runs = [
      run(3, 'codex', 'pass'),
      run(2, 'bob', 'pass', { subject_hash: 'b' }),
      run(1, 'ann', 'fail', { request_changes: 1 }),
    ];
    expect(reviewReasons(runs.slice(1), [author], { independent: true, reviewers: 2 }, tree)).toEqual([
      { code: 'review_stale', about: ['V-2'], text: 'V-2 passed another tree than the one that is judged.' },
      { code: 'review_missing', about: [], text: '2 different reviewers have to pass this; 1 did.' },
    ]);
    expect(reviewReasons([runs[2] ?? run(0, '', null)], [author], { independent: true, reviewers: 0 }, tree)).toEqual([
      { code: 'changes_requested', about: ['V-1'], text: 'ann asks for changes in V-1.' },
      { code: 'review_missing', about: [], text: 'A review has to pass this; 0 did.' },
    ]);
    expect(reviewReasons(runs.slice(0, 1), [author], { independent: true, reviewers: 1 }, tree)).toEqual([
      { code: 'review_not_independent', about: ['V-3'], text: 'V-3 was recorded by an author of the work.' },
    ]);
  });
});
