import { describe, expect, it } from 'vitest';
import { contextText } from './contextText.js';
import type { DashboardReport } from './dashboardReport.js';
import { escapeMarkdown, markdownMarkup, plainMarkup } from './markup.js';
import { english } from './translate.js';

const empty: DashboardReport = {
  at: '2026-11-21T12:00:00.000Z',
  nextChangeAt: '2026-11-22T00:00:00.000Z',
  counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  needsYou: { total: 0, rows: [] },
  stuck: { total: 0, rows: [] },
  working: { total: 0, rows: [] },
  tasks: { total: 0, rows: [] },
  lanes: { total: 0, rows: [] },
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
      {
        ref: 'W-3',
        title: 'Choose a *colour*',
        priority: 2,
        question: 'Blue\nor green?',
        owner: 'claude',
        since: '2026-11-21T11:40:00.000Z',
        blocks: 3,
      },
      {
        ref: 'W-4',
        title: 'Sign',
        priority: 2,
        question: null,
        owner: null,
        since: '2026-11-20T12:00:00.000Z',
        blocks: 1,
      },
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
      {
        ref: 'W-5',
        title: 'Paint',
        owner: 'codex',
        ownerRole: 'agent',
        claimedAt: '2026-11-21T11:57:00.000Z',
        leaseUntil: '2026-11-21T12:12:30.000Z',
      },
      { ref: 'W-6', title: 'Hang', owner: 'Robin', ownerRole: 'human', claimedAt: null, leaseUntil: null },
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
      `2 need you · 4 ready · 2 in flight · 3 blocked · 1 scheduled · 20 done

Answer W-3 first: it blocks 3 others.

Needs you:
1. W-3 Choose a *colour* (asked by claude 20 min ago; blocks 3 others)
   “Blue or green?”
2. W-4 Sign (asked 24 h ago; blocks 1 other)
   “No question given.”

In flight:
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
    const text = contextText(busy, { markup: markdownMarkup(ref => `command:open?${ref}`), translate: english });
    expect(text.split('\n').slice(0, 7)).toEqual([
      '**2 need you** · 4 ready · 2 in flight · 3 blocked · 1 scheduled · 20 done',
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
    });
    expect(text.split('\n')[0]).toBe(
      '<{0} need you2> · <{0} ready4> · <{0} in flight2> · <{0} blocked3> · <{0} scheduled1> · <{0} done20>',
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
      '1 needs you · 0 ready · 0 in flight · 0 done\n\nAnswer W-4 first.\n\nNeeds you:\n1. W-4 Sign (asked 24 h ago)\n   “No question given.”',
    ],
    [
      'only claims',
      { counts: { ...empty.counts, in_flight: 1 }, working: { total: 1, rows: [] } },
      '0 ready · 1 in flight · 0 done\n\nNothing needs your attention and nothing is ready: all available work is in flight.',
    ],
    [
      'only scheduled',
      { counts: { ...empty.counts, scheduled: 1, blocked: 1 } },
      '0 ready · 0 in flight · 1 blocked · 1 scheduled · 0 done\n\nNothing can be claimed right now. Scheduled work items become ready automatically.',
    ],
    [
      'only blocked',
      { counts: { ...empty.counts, blocked: 2 } },
      '0 ready · 0 in flight · 2 blocked · 0 done\n\nNothing can be claimed right now: the remaining work items are blocked by others.',
    ],
    ['all done', { counts: { ...empty.counts, done: 7 } }, '0 ready · 0 in flight · 7 done\n\nAll work is done.'],
    [
      'one ready',
      {
        counts: { ...empty.counts, ready: 1 },
        upNext: {
          total: 1,
          rows: [{ ref: 'W-1', title: 'Go', priority: 2, due: null, leaseExpired: false, why: 'only' }],
        },
      },
      '1 ready · 0 in flight · 0 done\n\nNothing needs your attention. Next up: W-1 Go.\n\nNext:\n1. W-1 Go (the only ready item)',
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

it('knows of live tasks and of lanes that need a person when no work item is open', () => {
  const text = contextText({
    ...empty,
    counts: { ...empty.counts, done: 3 },
    tasks: { total: 1, rows: [{ ref: 'T-1', objective: 'Limit the rate of logins', branch: 'feature/login' }] },
    lanes: { total: 1, rows: [{ ref: 'L-2', lane: 'page', need: 'approval', next: 'worker approve page' }] },
  });
  expect(text).toBe(`0 ready · 0 in flight · 3 done

All work items are done, but tasks or lanes are still open.

Lanes that need you:
- L-2 page: ready for review (stateroom worker approve page)

Active tasks:
- T-1 Limit the rate of logins (feature/login)`);
});
