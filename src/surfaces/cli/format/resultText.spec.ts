import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { everyText } from '../../../../test/support/everyText.js';
import { workItem } from '../../../../test/support/workItem.js';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { findOperation } from '../../../operations/catalogue.js';
import { type AnyOperation, defineOperation } from '../../../operations/operation.js';
import { bareIds } from './bareIds.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';
import type { View } from './view.js';

const now = Date.parse('2026-11-02T10:00:00.000Z');
const piped: View = { style: makeStyle(false), width: undefined, now };
const terminal: View = { style: makeStyle(false), width: 78, now };

const item = workItem(12, {
  id: '01JBTQ2Q3G0000000000000000',
  title: 'Fix the login redirect on Safari and on every other browser there is',
  kind: 'bug',
  priority: 1,
  labels: ['ci', 'ui'],
  due: '2026-11-04T10:00:00.000Z',
  queuedBy: 'ada',
  createdAt: '2026-11-02T09:00:00.000Z',
  updatedAt: '2026-11-02T09:30:00.000Z',
});
const claimed: WorkItem = {
  ...item,
  ref: 'W-3',
  title: 'Release',
  status: 'in_flight',
  section: 'in_flight',
  owner: 'codex-1a2b3c',
  ownerRole: 'agent',
  token: 2,
  leaseUntil: '2026-11-02T10:12:30.000Z',
  labels: [],
  due: null,
};
const event: TimelineEvent = {
  id: 7,
  at: '2026-11-02T09:57:00.000Z',
  type: 'work_item_claimed',
  actor: 'codex-1a2b3c',
  role: 'agent',
  workItem: 'W-3',
  payload: { token: 2 },
};

function text(name: string, data: unknown, view = terminal, input = {}): string {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`there is no ${name}`);
  return resultText(operation, data, view, input, everyText);
}

describe('resultText', () => {
  it('shows work items in a table that fits the terminal', () => {
    const lines = text('queue.list', { items: [item, claimed], nextCursor: 'abc' }).split('\n');
    expect(lines).toEqual([
      'id    p  state        title                  owner         labels  details',
      'W-12  1  ready        Fix the login redire…                ci,ui   due in 2 d',
      'W-3   1  in progress  Release                codex-1a2b3c          12 min left',
      'For more: --cursor abc',
    ]);
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(78);
  });

  it('neither cuts nor rounds what is piped', () => {
    expect(text('queue.ready', { items: [item, claimed], nextCursor: null }, piped)).toBe(
      [
        'id    p  state        title                                                                 owner         labels  details',
        'W-12  1  ready        Fix the login redirect on Safari and on every other browser there is                ci,ui   due 2026-11-04T10:00:00.000Z',
        'W-3   1  in progress  Release                                                               codex-1a2b3c          until 2026-11-02T10:12:30.000Z',
      ].join('\n'),
    );
  });

  it.each([
    [
      'queue.list',
      { items: [], nextCursor: null },
      'No work items. Add one: stateroom queue add "Fix the login redirect"',
    ],
    [
      'queue.ready',
      { items: [], nextCursor: null },
      'Nothing is ready. To see what is waiting and why: stateroom queue list',
    ],
    [
      'events.tail',
      { events: [], nextCursor: null, lastId: 0 },
      'No events yet. Every change to the queue records one.',
    ],
  ])('says what to do when %s finds nothing', (name, data, sentence) => {
    expect(text(name, data)).toBe(sentence);
  });

  it.each<[string, object, string]>([
    ['queue.list', { status: 'done' }, 'No matching work items. To list all: stateroom queue list'],
    ['queue.list', { cursor: 'abc', limit: 5 }, 'No more work items. To start over: stateroom queue list'],
    [
      'queue.list',
      { limit: 5, order: 'created' },
      'No work items. Add one: stateroom queue add "Fix the login redirect"',
    ],
    ['queue.ready', { kind: 'bug' }, 'No matching ready work items. To list all: stateroom queue ready'],
    ['queue.replay', { staleMs: 5 }, 'Nothing to resume.'],
    ['events.tail', { type: 'nope' }, 'No matching events. To list all: stateroom events tail'],
    ['events.since', { since: '-2h' }, 'No matching events. To list all: stateroom events tail'],
  ])('does not call %s empty when it was asked %j', (name, input, sentence) => {
    const empty = { [name.startsWith('events.') ? 'events' : 'items']: [], nextCursor: null, lastId: 0 };
    expect(text(name, empty, terminal, input)).toBe(sentence);
  });

  it('says why an item waits', () => {
    const rows = [
      {
        ...item,
        section: 'blocked',
        blockedBy: [
          { ref: 'W-1', status: 'pending' },
          { ref: 'W-2', status: 'failed' },
        ],
      },
      { ...item, section: 'scheduled', notBefore: '2026-11-02T12:00:00.000Z' },
      { ...item, section: 'needs_you', status: 'waiting_human', question: 'May I\ndrop it?' },
      { ...claimed, section: 'ready', leaseExpired: true, leaseUntil: '2026-11-02T09:55:00.000Z' },
      { ...item, section: 'done', status: 'failed' },
    ].map(row => ({ ...row, title: 'T', labels: [], owner: null }));
    const remarks = text('queue.list', { items: rows, nextCursor: null }, { ...terminal, width: 120 })
      .split('\n')
      .slice(1);
    expect(remarks).toEqual([
      'W-12  1  blocked    T      waiting for W-1, W-2 (failed)',
      'W-12  1  scheduled  T      not before in 2 h',
      'W-12  1  needs you  T      May I drop it?',
      'W-3   1  ready      T      lease of someone expired 5 min ago',
      'W-12  1  failed     T      30 min ago',
    ]);
  });

  it('shows one item with all that is known', () => {
    const data = {
      item: { ...claimed, key: 'rel-2', notes: { branch: 'x' }, payload: 'two\nlines' },
      dependencies: [{ ref: 'W-1', title: 'Build', status: 'done' }],
      dependents: [],
      events: [event],
    };
    expect(text('queue.show', data, piped)).toBe(
      [
        'W-3  Release',
        '  status      in progress',
        '  owner       codex-1a2b3c',
        '  lease       until 2026-11-02T10:12:30.000Z',
        '  token       2',
        '  priority    P1',
        '  kind        bug',
        '  id          rel-2',
        '  added       2026-11-02T09:00:00.000Z by ada',
        '  depends on  W-1 Build — done',
        '  notes       {"branch":"x"}',
        '  payload     two',
        '              lines',
        '',
        'event  when                      type               about  what happened',
        '    7  2026-11-02T09:57:00.000Z  work_item_claimed  W-3    codex-1a2b3c claimed it, no lease',
      ].join('\n'),
    );
  });

  it.each<[string, unknown, string]>([
    ['queue.add', { inserted: true, item }, `Added W-12 ${item.title} (ready).`],
    ['queue.add', { inserted: false, item: claimed, differs: [] }, 'W-3 Release already exists (in progress).'],
    [
      'queue.add',
      { inserted: false, item: claimed, differs: ['title', 'due'] },
      'W-3 Release already exists (in progress). It was not changed; your title, due would differ.',
    ],
    [
      'queue.import',
      { inserted: 2000, existing: 1, firstRef: 'W-1', lastRef: 'W-2000', transactions: 1 },
      'Added 2,000 work items (W-1 to W-2000). 1 already existed.',
    ],
    [
      'queue.heartbeat',
      { ref: 'W-3', id: '', token: 2, leaseUntil: null },
      'W-3 is claimed by a person, so it has no lease.',
    ],
    [
      'queue.resolve',
      {
        item: { ...claimed, status: 'done' },
        freed: [{ ref: 'W-4', title: 'Next', status: 'pending' }],
        stillBlocked: [],
        openChildren: [{ ref: 'W-5', title: 'Part', status: 'pending' }],
      },
      'W-3 Release is done.\n  Unblocked: W-4 Next (pending)\n  Still open: W-5 Part (pending)',
    ],
    [
      'queue.depend',
      { item: { ...item, blockedBy: [{ ref: 'W-1', status: 'pending' }] } },
      `W-12 ${item.title} depends on W-1.`,
    ],
    ['queue.undepend', { item: claimed }, 'W-3 Release has no dependencies.'],
    ['repository.init', { created: true, location: '/r/.git/stateroom' }, 'Created the store in /r/.git/stateroom.'],
    ['store.path', { state: 'absent', location: '/s' }, '/s  absent; the first write creates it'],
    [
      'store.query',
      {
        columns: ['status', 'n'],
        rows: [
          ['done', 12],
          [null, 3],
        ],
        truncated: true,
      },
      'status   n\ndone    12\n∅        3\n2 rows; for more, use --limit',
    ],
    ['store.query', { columns: ['a', 'b'], rows: [], truncated: false }, 'a  b\n0 rows'],
    [
      'store.check',
      {
        ok: false,
        problems: ['The journal is damaged.'],
        ignored: [{ file: 'evidence', reason: 'it is a symbolic link, which is not followed' }],
        generation: 2,
        commits: 1,
        journalBytes: 2048,
        snapshotBytes: 3145728,
        workItems: 1,
        events: 3,
      },
      'The store is damaged.\n  The journal is damaged.\n  1 work item, 3 events, 1 commit, generation 2, journal 2 kB, snapshot 3.0 MB\n' +
        '  Ignored files in the store’s folder:\n    evidence: it is a symbolic link, which is not followed.',
    ],
    [
      'store.check',
      {
        ok: false,
        problems: ['The archive 1800000000000.0a1b2c3d.sqlite is missing or was changed.'],
        brokenArchives: 1,
        ignored: [],
        generation: 2,
        commits: 1,
        journalBytes: 2048,
        snapshotBytes: 3145728,
        workItems: 1,
        events: 3,
      },
      'An archive is missing or was changed.\n  The archive 1800000000000.0a1b2c3d.sqlite is missing or was changed.\n' +
        '  1 work item, 3 events, 1 commit, generation 2, journal 2 kB, snapshot 3.0 MB',
    ],
  ])('puts the answer of %s in words', (name, data, sentence) => {
    expect(text(name, data)).toBe(sentence);
  });

  it('shows an operation that it has never heard of by what its answer is made of', () => {
    const declare = (output: z.ZodType): AnyOperation =>
      defineOperation({
        name: 'berth.list',
        order: 10,
        title: 'List Berths',
        summary: '',
        input: z.object({}),
        output,
        effect: 'read',
        roles: ['human'],
        mcp: null,
        cli: { examples: [] },
        palette: false,
        async run() {
          return undefined;
        },
      });
    const other = declare(z.object({ lanes: z.array(z.object({ name: z.string() })), total: z.int() }));
    const lanes = [
      { name: 'a', port: 3000 },
      { name: 'longer', port: null },
    ];
    expect(resultText(other, { lanes, total: 2, nothing: null }, piped)).toBe(
      ['total  2', '', 'lanes', 'name    port', 'a       3000', 'longer'].join('\n'),
    );
    expect(resultText(other, { item: claimed, total: 1 }, piped)).toBe('item   W-3 Release\ntotal  1');
    expect(resultText(declare(z.object({})), {}, piped)).toBe('Nothing to show.');
  });

  it('lets nothing in a work item drive the terminal', () => {
    const evil = { ...item, title: 'x\u001b]0;owned\u0007\u001b[2Jy', owner: '\u001b[31mred', labels: [] };
    for (const shown of [
      text('queue.list', { items: [evil], nextCursor: null }),
      text('queue.show', { item: { ...evil, notes: 'a\u001b[5mb' }, dependencies: [], dependents: [], events: [] }),
      text('queue.add', { inserted: true, item: evil }),
    ]) {
      expect(shown).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });
});

describe('bareIds', () => {
  it.each<[unknown, string]>([
    [{ item }, 'W-12'],
    [{ items: [item, claimed], nextCursor: null }, 'W-12\nW-3'],
    [{ events: [event], lastId: 7 }, '7'],
    [{ ref: 'W-3', token: 2 }, 'W-3'],
    [{ created: true, location: '/s' }, '/s'],
    [{ ok: true }, ''],
    [null, ''],
  ])('of %j', (data, ids) => {
    expect(bareIds(data)).toBe(ids);
  });
});
