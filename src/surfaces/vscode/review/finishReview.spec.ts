import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuickPick } from '../../../../test/editor/fake/quickInput.js';
import { eventually } from '../../../../test/editor/keyFlow/eventually.js';
import { lane as makeLane } from '../../../../test/support/lane.js';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { type Draft, ReviewDrafts } from '../repository/reviewDrafts.js';
import type { Repository } from '../repository.js';
import { finishInstead, finishReview } from './finishReview.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const lane = makeLane(1, { lane: 'login', state: 'IN_REVIEW' });
const locked = refuse('store_locked', verbatim('The store is busy.'));
/** Operations in their order, with the input: those called, and those run as their commands. */
let calls: [how: 'invoke' | 'run', name: string, input: Readonly<Record<string, unknown>>][];
/** Outcomes that differ, by the name of the operation or the text of the finding. */
let outcomes: Map<string, Refusal | undefined>;
let shown: Refusal[];
let drafts: ReviewDrafts;

const repository = {
  id: '/shop/.git',
  folder: { fsPath: '/shop' },
  top: '/shop',
  invoke: async ({ name }: AnyOperation, input: Readonly<Record<string, unknown>>) => {
    calls.push(['invoke', name, input]);
    if (name === 'worker.propose') return { mergesHere: true, page: null };
    if (name === 'lane.list') return { lanes: [lane] };
    const refused = outcomes.get(String(input.text));
    return refused ?? { finding: { ref: `F-${calls.filter(([, called]) => called === 'finding.record').length}` } };
  },
} as unknown as Repository;

const run = async ({ name }: AnyOperation, input: Readonly<Record<string, unknown>>, at: unknown) => {
  expect(at).toEqual({ repository: '/shop/.git', folder: '/shop', top: '/shop' });
  calls.push(['run', name, input]);
  return outcomes.has(name) ? outcomes.get(name) : { ran: name };
};

const remark = (text: string): Draft => ({
  ...{ id: `review-${text}`, text, severity: 'low', lines: { start: 2, end: 2 } },
  revision: {
    ...{ repository: '/shop/.git', top: '/shop.worktrees/login', lane: 'login' },
    ...{ side: 'head', path: 'a.ts', commit: 'abc1', across: { path: 'a.ts', commit: '' } },
  },
});

beforeEach(async () => {
  let kept: unknown;
  const memory = {
    get: () => kept,
    update: async (_key: string, value: unknown) => {
      kept = value;
    },
  };
  drafts = new ReviewDrafts(memory as never);
  [calls, outcomes, shown] = [[], new Map(), []];
  await drafts.put(remark('Why?'));
  await drafts.put(remark('How?'));
});

const environment = () => ({ drafts, run, notice: { show: (refusal: Refusal) => shown.push(refusal) } }) as never;
const acts = () => calls.filter(([, name]) => name !== 'worker.propose' && name !== 'lane.list');
const left = () => drafts.all.map(({ text }) => text);

/** Chooses the row of a list that begins with these words. */
async function choose(words: string): Promise<void> {
  await eventually(() => (editor.box as QuickPick | undefined)?.items.length ?? 0).toBeGreaterThan(0);
  const box = editor.box as QuickPick;
  box.type(words);
  box.enter();
}

/** Answers the question that is asked, and returns its words. */
async function press(button: string | undefined): Promise<string | undefined> {
  await eventually(() => editor.dialogs.open.length).toBe(1);
  const [dialog] = editor.dialogs.open;
  dialog?.answer(button);
  return dialog?.asks;
}

describe('the end of a review', () => {
  it('records the comments, approves the shown commit, and merges', async () => {
    const finished = finishReview(environment(), { repository, lane, commit: 'abc1' });
    await choose('Approve and Merge');
    expect(await finished).toEqual({ ran: 'worker.merge' });
    expect(acts().map(([how, name]) => `${how} ${name}`)).toEqual([
      'invoke finding.record',
      'invoke finding.record',
      'run worker.approve',
      'run worker.merge',
    ]);
    expect(acts().slice(2)).toEqual([
      ['run', 'worker.approve', { lane: 'login', commit: 'abc1' }],
      ['run', 'worker.merge', { lane: 'login' }],
    ]);
    expect([left(), shown]).toEqual([[], []]);
  });

  it.each([
    ['refused', locked],
    ['given up', undefined],
  ])('merges nothing where the approval is %s', async (_how, outcome) => {
    outcomes.set('worker.approve', outcome);
    const finished = finishReview(environment(), { repository, lane });
    await choose('Approve and Merge');
    expect(await finished).toEqual(outcome);
    expect(acts().at(-1)).toEqual(['run', 'worker.approve', { lane: 'login' }]);
  });

  it('keeps a comment that is refused and those after it, and approves nothing', async () => {
    await drafts.put(remark('When?'));
    outcomes.set('How?', locked);
    const finished = finishReview(environment(), { repository, lane });
    await choose('Approve');
    expect(await finished).toBe(locked);
    expect(acts().map(([, name]) => name)).toEqual(['finding.record', 'finding.record']);
    expect([left(), shown]).toEqual([['How?', 'When?'], [locked]]);
  });

  it('requests changes with the words of the person and the findings', async () => {
    const finished = finishReview(environment(), { repository, lane });
    await choose('Request Changes');
    await eventually(() => editor.box?.prompt ?? '').toContain('What needs to change?');
    editor.box?.type('Say why');
    editor.box?.enter();
    await finished;
    const message = 'Say why\nFindings: F-1, F-2';
    expect(acts().at(-1)).toEqual(['run', 'worker.requestChanges', { lane: 'login', message }]);
  });

  it('discards the comments once that is confirmed', async () => {
    const finished = finishReview(environment(), { repository, lane });
    await choose('Discard Review');
    expect(await press('Discard')).toBe('Discard your review of L-1 login with 2 comments?');
    expect(await finished).toBe(undefined);
    expect([left(), acts()]).toEqual([[], []]);
  });
});

describe('a verdict on a lane with comments that are not sent', () => {
  const approve = (named = 'login') =>
    finishInstead(environment(), { name: 'worker.approve' }, repository, { lane: named });

  it('sends them, and approves without a second question', async () => {
    const finished = approve('L-1');
    expect(await press('Send Them')).toBe('Your review of login has 2 comments that are not sent.');
    expect(await finished).toEqual({ ran: 'worker.approve' });
    expect(acts().map(([, name]) => name)).toEqual(['finding.record', 'finding.record', 'worker.approve']);
    expect([left(), editor.dialogs.open]).toEqual([[], []]);
  });

  it('goes on without them, or not at all', async () => {
    const leaving = approve();
    await press('Go On Without');
    expect(await leaving).toBe('not begun');
    const closing = approve();
    await press(undefined);
    expect(await closing).toBe(undefined);
    expect([left(), acts()]).toEqual([['Why?', 'How?'], []]);
  });

  it('is no question for another operation, nor for another lane', async () => {
    const merge = { name: 'worker.merge' } as const;
    expect(await finishInstead(environment(), merge, repository, { lane: 'login' })).toBe('not begun');
    expect(await approve('L-2')).toBe('not begun');
  });
});
