import { describe, expect, it } from 'vitest';
import type { RecordedActor } from '../actor/sameActor.js';
import { reviewReasons } from './countedReview.js';
import type { IndependenceWay } from './independence.js';
import type { ReviewGrade } from './reviewGrade.js';
import type { ReviewRunRow } from './reviewRunRow.js';

type Run = Parameters<typeof reviewReasons>[0][number];

const tree = 'a'.repeat(40);
const author: RecordedActor = {
  actor: 'codex',
  role: 'agent',
  harness: 'codex',
  model: null,
  session: 's1',
  lane: null,
};
const codes = (runs: readonly Run[], independent: boolean, reviewers: number) =>
  reviewReasons(runs, [author], { independent, reviewers, minimumGrade: 'observed' }, tree).map(reason => reason.code);

function run(
  number: number,
  by: string,
  verdict: ReviewRunRow['verdict'],
  more: Partial<ReviewRunRow & { readonly grade: ReviewGrade }> = {},
): Run {
  const isAgent = by === 'codex';
  return {
    number,
    actor: by,
    role: isAgent ? 'agent' : 'human',
    harness: isAgent ? 'codex' : null,
    model: null,
    session: isAgent ? 's1' : null,
    lane: null,
    grade: 'observed',
    status: 'recorded',
    verdict,
    subject_hash: tree,
    request_changes: 0,
    ...more,
  };
}

describe('whether the reviews of a branch suffice', () => {
  it.each<[string, Run[], boolean, number, string[]]>([
    ['nothing is asked for', [], false, 0, []],
    ['nothing is asked for, and it failed', [run(1, 'ann', 'fail')], false, 0, []],
    ['one is asked for, none is there', [], false, 1, ['review_missing']],
    ['one is asked for and there', [run(1, 'ann', 'pass')], false, 1, []],
    ['by the author, who may', [run(1, 'codex', 'pass')], false, 1, []],
    ['by the author, who may not', [run(1, 'codex', 'pass')], true, 1, ['review_not_independent']],
    ['independent alone asks for one', [], true, 0, ['review_missing']],
    ['by another session of that agent', [run(1, 'codex', 'pass', { session: 's2' })], true, 0, []],
    [
      'by the author under another name',
      [run(1, 'codex', 'pass', { actor: 'Boss Lady' })],
      true,
      0,
      ['review_not_independent'],
    ],
    [
      'one agent under two names',
      [run(2, 'codex', 'pass', { actor: 'Boss Lady' }), run(1, 'codex', 'pass')],
      false,
      2,
      ['review_missing'],
    ],
    ['imported by an agent', [run(1, 'ann', 'pass', { grade: 'said' })], false, 1, ['review_missing']],
    ['imported by a person', [run(1, 'ann', 'pass', { grade: 'reported' })], false, 1, ['review_missing']],
    [
      'imported, after one that requested changes',
      [run(2, 'bob', 'pass', { grade: 'said' }), run(1, 'ann', 'fail', { request_changes: 1 })],
      false,
      0,
      ['changes_requested'],
    ],
    [
      'an imported request for changes',
      [run(1, 'ann', 'fail', { request_changes: 1, grade: 'said' })],
      false,
      0,
      ['changes_requested'],
    ],
    ['on a different tree', [run(1, 'ann', 'pass', { subject_hash: 'b' })], false, 1, ['review_stale']],
    ['of a tree nobody knows', [run(1, 'ann', 'pass', { subject_hash: null })], false, 1, ['review_stale']],
    ['qualified', [run(1, 'ann', 'pass_with_findings')], false, 1, ['review_missing']],
    ['conditional', [run(1, 'ann', 'conditional_pass')], false, 1, ['review_missing']],
    ['in progress', [run(1, 'ann', null, { status: 'started' })], false, 1, ['review_missing']],
    ['two of two', [run(2, 'bob', 'pass'), run(1, 'ann', 'pass')], true, 2, []],
    [
      'the same person, written otherwise',
      [run(2, 'Ann ', 'pass'), run(1, 'ann', 'pass')],
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
    expect(
      reviewReasons(runs.slice(1), [author], { independent: true, reviewers: 2, minimumGrade: 'observed' }, tree),
    ).toEqual([
      { code: 'review_stale', about: ['V-2'], text: 'V-2 passed on a different tree than the one being checked.' },
      { code: 'review_missing', about: [], text: 'Passing reviews by 2 different reviewers are required; 1 so far.' },
    ]);
    expect(
      reviewReasons(
        [runs[2] ?? run(0, '', null)],
        [author],
        { independent: true, reviewers: 0, minimumGrade: 'observed' },
        tree,
      ),
    ).toEqual([
      { code: 'changes_requested', about: ['V-1'], text: 'ann requested changes in V-1.' },
      { code: 'review_missing', about: [], text: '1 passing review is required; 0 so far.' },
    ]);
    const [request = run(0, '', null)] = runs.slice(2);
    const none = { independent: false, reviewers: 0, minimumGrade: 'observed' } as const;
    expect(reviewReasons([{ ...request, subject_hash: 'b' }], [author], none, tree)).toEqual([
      {
        code: 'changes_requested',
        about: ['V-1'],
        text: 'The branch has changed since ann requested changes in V-1, and has to be reviewed again.',
      },
    ]);
    const one = { independent: true, reviewers: 1, minimumGrade: 'observed' } as const;
    expect(reviewReasons(runs.slice(0, 1), [author], one, tree)).toEqual([
      { code: 'review_not_independent', about: ['V-3'], text: 'An author of the work recorded V-3.' },
    ]);
  });

  it('says in which way a reviewer is not independent', () => {
    const gpt = { ...author, model: 'gpt-5.2' };
    const other = { role: 'agent', harness: 'codex', session: 's2' } as const;
    const runs = [
      run(3, 'gemini', 'pass', { ...other, harness: 'gemini', session: 's3', model: 'gemini-3-pro' }),
      run(2, 'codex-2', 'pass', { ...other, model: 'openai/o3' }),
      run(1, 'codex', 'pass', { model: 'gpt-5.2' }),
    ];
    const policy = { independent: false, reviewers: 0, minimumGrade: 'observed' } as const;
    const judged = (count: number, independence: IndependenceWay[]) =>
      reviewReasons(runs.slice(count), [gpt], { ...policy, independence }, tree);
    expect(judged(0, ['session', 'family'])).toEqual([]);
    expect(judged(1, ['session'])).toEqual([]);
    expect(judged(1, ['session', 'family'])).toEqual([
      {
        code: 'review_not_independent',
        about: ['V-2'],
        text: 'Reviews must come from a different model family than the work. Not counted (same family or unknown model): V-2.',
      },
      { code: 'review_not_independent', about: ['V-1'], text: 'An author of the work recorded V-1.' },
    ]);
    expect(judged(0, ['person'])).toEqual([
      {
        code: 'review_not_independent',
        about: ['V-3', 'V-2', 'V-1'],
        text: 'Reviews must be by a person who is not an author of the work. Not counted: V-3, V-2, V-1.',
      },
    ]);
  });

  it('says of imported ones what they count as, and takes those of people where it is told to', () => {
    const runs = [run(2, 'ann', 'pass', { grade: 'reported' }), run(1, 'bob', 'pass', { grade: 'said' })];
    const policy = { independent: true, reviewers: 2 } as const;
    expect(reviewReasons(runs, [author], { ...policy, minimumGrade: 'reported' }, tree)).toEqual([
      {
        code: 'review_missing',
        about: ['V-1'],
        text: 'Passing reviews by 2 different reviewers are required; 1 so far. Imported and graded below reported: V-1 (said).',
      },
    ]);
    expect(reviewReasons(runs, [author], { ...policy, reviewers: 1, minimumGrade: 'reported' }, tree)).toEqual([]);
    expect(
      reviewReasons(runs.slice(0, 1), [author], { ...policy, reviewers: 1, minimumGrade: 'observed' }, tree),
    ).toEqual([
      {
        code: 'review_missing',
        about: ['V-2'],
        text: '1 passing review is required; 0 so far. Imported and graded below observed: V-2 (reported).',
      },
    ]);
  });
});
