import { describe, expect, it } from 'vitest';
import { need } from '../../test/support/need.js';
import type { InProgress } from '../domain/thread/inProgress.js';
import { say } from '../messages/say.js';
import type { DashboardReport } from '../reports/dashboardReport.js';
import { escapeMarkdown, markdownMarkup, plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { contextText } from './contextText.js';

type NeedRow = DashboardReport['needsYou']['rows'][number];
type WorkRow = DashboardReport['working']['rows'][number];

function row(kind: NeedRow['kind'], ref: string, more: Partial<NeedRow>): NeedRow {
  const { text, from, ...rest } = need(kind, ref);
  return { ...rest, question: text, owner: from, ...more };
}

function entry(ref: string, title: string, more: Partial<InProgress> = {}): WorkRow {
  const { who, role, since, ...rest }: InProgress = {
    ...{ ref, title, item: ref, task: null, lane: null, laneName: null, otherLanes: [] },
    ...{ who: null, role: null, state: 'in_flight', since: '2026-11-21T11:57:00.000Z' },
    ...{ heartbeat: null, leaseUntil: null },
    ...more,
  };
  return { ...rest, owner: who, ownerRole: role, claimedAt: since };
}

const empty: DashboardReport = {
  at: '2026-11-21T12:00:00.000Z',
  nextChangeAt: '2026-11-22T00:00:00.000Z',
  counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  needsYou: { total: 0, rows: [] },
  stuck: { total: 0, rows: [] },
  working: { total: 0, rows: [] },
  upNext: { total: 0, rows: [] },
  days: [],
  events: [],
};

const busy: DashboardReport = {
  ...empty,
  counts: { needs_you: 2, ready: 4, in_flight: 2, blocked: 3, scheduled: 1, done: 20 },
  needsYou: {
    total: 2,
    rows: [
      row('workItem', 'W-3', {
        ...{ lane: null, title: 'Choose a *colour*', question: 'Blue\nor green?', owner: 'claude' },
        ...{ since: '2026-11-21T11:40:00.000Z', blocks: 3 },
      }),
      row('workItem', 'W-4', { lane: null, title: 'Sign', since: '2026-11-20T12:00:00.000Z', blocks: 1 }),
    ],
  },
  stuck: {
    total: 1,
    rows: [
      {
        ref: 'W-9',
        title: 'Ship',
        blockedBy: [
          { ref: 'W-1', status: 'failed' },
          { ref: 'W-2', status: 'cancelled' },
        ],
      },
    ],
  },
  working: {
    total: 2,
    rows: [
      entry('W-5', 'Paint', { who: 'codex', role: 'agent', leaseUntil: '2026-11-21T12:12:30.000Z' }),
      entry('W-6', 'Hang', { who: 'Robin', role: 'human' }),
    ],
  },
  upNext: {
    total: 4,
    rows: [
      { ref: 'W-7', title: 'Fix login', priority: 0, due: null, leaseExpired: true, why: 'priority' },
      { ref: 'W-8', title: 'Docs', priority: 2, due: '2026-11-21T09:00:00.000Z', leaseExpired: false, why: 'due' },
      { ref: 'W-10', title: 'Later', priority: 2, due: '2026-11-24T12:00:00.000Z', leaseExpired: false, why: 'age' },
      { ref: 'W-11', title: 'Last', priority: 2, due: null, leaseExpired: false, why: 'only' },
    ],
  },
};

describe('the state of the queue in sentences', () => {
  it('says what needs a person, what is in hand, what is next and why', () => {
    expect(contextText(busy)).toBe(
      `2 need you · 4 ready · 2 in progress · 3 blocked · 1 scheduled · 20 done

Answer W-3 first: it blocks 3 others.

Needs you:
1. W-3 Choose a *colour* (asked by claude 20 min ago; blocks 3 others)
   “Blue or green?”
2. W-4 Sign (asked 24 h ago; blocks 1 other)
   “No question given.”

In progress:
- W-5 Paint: codex, lease expires in 12 min
- W-6 Hang: Robin, without a lease

Next:
1. W-7 Fix login (previous owner timed out; first because it has the highest priority, 0)
2. W-8 Docs (overdue by 3 h)
3. W-10 Later (due in 3 d)
  and 1 more

Blocked by failed or cancelled items:
- W-9 Ship: W-1 failed, W-2 was cancelled`,
    );
  });

  it('writes Markdown with links, and nothing that somebody wrote is markup', () => {
    const text = contextText(busy, {
      markup: markdownMarkup(ref => `command:open?${ref}`),
      translate: english,
      tell: sentence => say(sentence),
    });
    expect(text.split('\n').slice(0, 7)).toEqual([
      '**2 need you** · 4 ready · 2 in progress · 3 blocked · 1 scheduled · 20 done',
      '',
      'Answer [W-3](command:open?W-3) first: it blocks 3 others.',
      '',
      'Needs you:',
      '1. [W-3](command:open?W-3) Choose a \\*colour\\* (asked by claude 20 min ago; blocks 3 others)',
      '   > Blue or green?',
    ]);
    // A paragraph of its own: as an entry it would begin a second list.
    expect(text).toContain('due in 3 d)\n\nand 1 more\n\nBlocked by failed or cancelled items:');
  });

  it('speaks the language it is given', () => {
    const text = contextText(busy, {
      markup: plainMarkup,
      translate: (message, ...values) => `<${message}${values.join()}>`,
      tell: sentence => say(sentence),
    });
    expect(text.split('\n')[0]).toBe(
      '<{0} need you2> · <{0} ready4> · <{0} in progress2> · <{0} blocked3> · <{0} scheduled1> · <{0} done20>',
    );
  });

  it.each<[string, Partial<DashboardReport>, string]>([
    ['an empty store', {}, 'The queue is empty. No work items have been added yet.'],
    [
      'an emptied queue',
      { events: [{ id: 1, at: empty.at, type: 'deployed', actor: null, workItem: null, title: null }] },
      'The queue is empty.',
    ],
    [
      'one question',
      {
        counts: { ...empty.counts, needs_you: 1 },
        needsYou: { total: 1, rows: busy.needsYou.rows.slice(1).map(row => ({ ...row, blocks: 0 })) },
      },
      '1 needs you · 0 ready · 0 in progress · 0 done\n\nAnswer W-4 first.\n\nNeeds you:\n1. W-4 Sign (asked 24 h ago)\n   “No question given.”',
    ],
    [
      'only claims',
      { counts: { ...empty.counts, in_flight: 1 }, working: { total: 1, rows: [] } },
      '0 ready · 1 in progress · 0 done\n\nNothing needs your attention and nothing is ready: all available work is in progress.',
    ],
    [
      'only scheduled',
      { counts: { ...empty.counts, scheduled: 1, blocked: 1 } },
      '0 ready · 0 in progress · 1 blocked · 1 scheduled · 0 done\n\nNothing can be claimed right now. Scheduled work items become ready automatically.',
    ],
    [
      'only blocked',
      { counts: { ...empty.counts, blocked: 2 } },
      '0 ready · 0 in progress · 2 blocked · 0 done\n\nNothing can be claimed right now: the remaining work items are blocked by others.',
    ],
    ['all done', { counts: { ...empty.counts, done: 7 } }, '0 ready · 0 in progress · 7 done\n\nAll work is done.'],
    [
      'one ready',
      {
        counts: { ...empty.counts, ready: 1 },
        upNext: {
          total: 1,
          rows: [{ ref: 'W-1', title: 'Go', priority: 2, due: null, leaseExpired: false, why: 'only' }],
        },
      },
      '1 ready · 0 in progress · 0 done\n\nNothing needs your attention. Next up: W-1 Go.\n\nNext:\n1. W-1 Go (the only ready item)',
    ],
  ])('is honest about %s', (_name, changes, expected) => {
    expect(contextText({ ...empty, ...changes })).toBe(expected);
  });

  it('cuts a long question', () => {
    const [first] = busy.needsYou.rows;
    if (first === undefined) throw new Error('no row');
    const rows = [{ ...first, question: 'é'.repeat(4000) }];
    const quote = contextText({ ...busy, needsYou: { total: 1, rows } }).split('\n')[6];
    expect(quote).toBe(`   “${'é'.repeat(399)}…”`);
  });
});

describe('a text of somebody’s making in Markdown', () => {
  it.each([
    ['[x](command:evil)', '\\[x\\]\\(command\u200b\\:evil\\)'],
    ['![x](http://a)', '\\!\\[x\\]\\(http\u200b\\://a\\)'],
    ['<img src=x>', '&lt;img src\\=x\\>'],
    ['$(trash) `code`', '\\$\\(trash\\) \\`code\\`'],
    ['line\n# heading', 'line \\# heading'],
    ['a & b', 'a &amp; b'],
    ['a\\*b', 'a\\\\\\*b'],
  ])('%j becomes %j', (raw, escaped) => {
    expect(escapeMarkdown(raw)).toBe(escaped);
  });
});

it('tells of lanes and tasks in the same lists, each piece of work once', () => {
  const text = contextText({
    ...empty,
    counts: { ...empty.counts, in_flight: 1, done: 3 },
    needsYou: {
      total: 3,
      rows: [
        row('dead', 'L-2', {
          lane: 'page',
          title: 'The page',
          question: 'Its program ended.',
          owner: 'codex',
          blocks: 1,
        }),
        row('question', 'M-4', { lane: 'login', title: 'May I?', owner: 'codex' }),
        row('approval', 'L-3', { lane: 'cart', title: 'Keep the cart' }),
      ],
    },
    working: {
      total: 3,
      rows: [
        entry('W-7', 'The page', {
          ...{ lane: 'L-2', laneName: 'page', task: 'T-1', who: 'codex', state: 'WORKING' },
          heartbeat: { level: 'DEAD', at: '2026-11-21T11:20:00.000Z', changesAt: null },
        }),
        entry('L-3', 'Keep the cart', { item: null, lane: 'L-3', laneName: 'cart', state: 'ASSIGNED' }),
        entry('T-2', 'Limit the rate', { item: null, task: 'T-2', who: 'Robin', state: 'in_progress' }),
      ],
    },
  });
  expect(text).toBe(`3 need you · 0 ready · 3 in progress · 3 done

Look at L-2 first: it blocks 1 other.

Needs you:
1. L-2 The page (worker is dead; lane page; codex; for 60 min; blocks 1 other)
   “Its program ended.”
2. M-4 May I? (asked by codex 60 min ago; lane login)
3. L-3 Keep the cart (ready for review; lane cart; for 60 min)

In progress:
- W-7 The page: codex, lane page, working, last heartbeat 40 min ago
- L-3 Keep the cart: nobody yet, lane cart, assigned
- T-2 Limit the rate: Robin, T-2, in progress`);
});
