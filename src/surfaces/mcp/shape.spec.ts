import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { workItem } from '../../../test/support/workItem.js';
import { attemptDefinition } from '../../domain/attempt/attemptRow.js';
import { eventSchema } from '../../domain/event/event.js';
import { shownShape } from '../../domain/record/record.js';
import { type WorkItem, workItemSchema } from '../../domain/workItem/workItem.js';
import { laneChanges } from '../../operations/lane/laneChanges.js';
import { cutLists, elementsThatFit, replyBytes } from './budget.js';
import { preview, shapeOutput, workItemsIn } from './shape.js';
import { renderText } from './text.js';

function loginItem(changes: Partial<WorkItem> = {}): WorkItem {
  return workItem(7, {
    id: '01KAHM0Z0000000000000000AA',
    title: 'Fix the login',
    kind: 'bug',
    queuedBy: 'ann',
    updatedAt: '2026-11-21T12:30:00.000Z',
    ...changes,
  });
}

const none = new Set<string>();
const items = z.array(workItemSchema);
/** An output with records where operations have them. */
const output = z.object({
  item: workItemSchema.nullable(),
  items,
  needsYou: items,
  inFlight: items,
  claimed: z.object({ lines: z.array(workItemSchema.extend({ takeover: z.boolean() })) }),
  events: z.array(eventSchema),
  payload: z.json(),
});
const long = { steps: 'x'.repeat(500) };

describe('shapeOutput', () => {
  it('shows items of a list by their main facts, without what is empty', () => {
    expect(shapeOutput({ items: [loginItem()], nextCursor: null }, output, none)).toEqual({
      items: [
        {
          ref: 'W-7',
          title: 'Fix the login',
          kind: 'bug',
          status: 'pending',
          section: 'ready',
          priority: 2,
          updatedAt: '2026-11-21T12:30:00.000Z',
        },
      ],
      nextCursor: null,
    });
  });

  it('shows a record of an item without the item and what is empty', () => {
    const nothing = { lane: null, model: null, ended: null, endReason: null, why: null, evidence: null, backup: null };
    const attempt = {
      workItem: 'W-7',
      number: 2,
      task: 'T-1',
      actor: 'codex',
      session: 'a',
      begun: '2026-11-21T12:30:00.000Z',
    };
    const shape = z.object({ attempts: z.array(z.object(shownShape(attemptDefinition))) });
    expect(shapeOutput({ attempts: [{ ...attempt, ...nothing }] }, shape, none)).toEqual({
      attempts: [{ number: 2, task: 'T-1', actor: 'codex', session: 'a', begun: '2026-11-21T12:30:00.000Z' }],
    });
  });

  it('shows the files of a lane without the ids of their contents', () => {
    const file = { path: 'src/a.ts', kind: 'edit', group: 'code', blob: 'b1' };
    expect(shapeOutput({ files: [file] }, laneChanges.output, none)).toEqual({
      files: [{ path: 'src/a.ts', kind: 'edit', group: 'code' }],
    });
  });

  it('shows the beginning of a long payload with its size', () => {
    const shaped = shapeOutput({ items: [loginItem({ payload: long, notes: { a: 1 } })] }, output, none);
    expect(shaped.items).toMatchObject([{ payload: `{"steps":"${'x'.repeat(150)}… (512 bytes)`, notes: { a: 1 } }]);
  });

  it('shows the whole item where it is asked for', () => {
    const shaped = shapeOutput(
      {
        item: loginItem({ payload: long, token: 2, status: 'in_flight', section: 'in_flight', owner: 'codex' }),
        events: [],
      },
      output,
      new Set(['item']),
    );
    expect(shaped.item).toEqual({
      ref: 'W-7',
      id: '01KAHM0Z0000000000000000AA',
      title: 'Fix the login',
      kind: 'bug',
      status: 'in_flight',
      section: 'in_flight',
      priority: 2,
      owner: 'codex',
      token: 2,
      payload: long,
      queuedBy: 'ann',
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:30:00.000Z',
    });
  });

  it('names the first dependencies that block and counts the rest', () => {
    const blockedBy = Array.from({ length: 7 }, (_, index) => ({ ref: `W-${index + 1}`, status: 'pending' as const }));
    expect(shapeOutput({ item: loginItem({ blockedBy }) }, output, none).item).toMatchObject({
      blockedBy: ['W-1 pending', 'W-2 pending', 'W-3 pending', 'W-4 pending', 'W-5 pending', 'and 2 more'],
    });
  });

  it('shows the beginning of long texts in records, and a cursor whole', () => {
    const cursor = 'c'.repeat(900);
    expect(shapeOutput({ next: { question: 'q'.repeat(300) }, nextCursor: cursor }, output, none)).toEqual({
      next: { question: `${'q'.repeat(160)}… (302 bytes)` },
      nextCursor: cursor,
    });
  });

  it('knows a record by the shape that the operation declares, also with more fields, and by nothing else', () => {
    const { nextCursor: _, ...facts } = shapeOutput({ items: [loginItem()], nextCursor: null }, output, none);
    const [shown] = facts.items as unknown[];
    const more = { claimed: { lines: [{ ...loginItem(), takeover: true }] }, item: loginItem() };
    expect(shapeOutput(more, output, none)).toEqual({ claimed: { lines: [shown] }, item: shown });
    // What somebody stored may look like a record.
    expect(shapeOutput({ payload: loginItem({ labels: [] }) }, output, none)).toMatchObject({
      payload: { labels: [] },
    });
  });

  it('finds the work items of an output', () => {
    const [one, two] = [loginItem(), loginItem({ ref: 'W-8' })];
    const given = { item: null, items: [one], needsYou: [], inFlight: [two], payload: one };
    expect(workItemsIn(given, output)).toEqual([one, two]);
    expect(workItemsIn({ ...given, item: two }, output, 'item')).toEqual([two]);
    const either = z.union([z.object({ path: z.string() }), z.object({ items })]);
    expect(workItemsIn({ items: [one] }, either)).toEqual([one]);
    expect(workItemsIn(null, output)).toEqual([]);
  });

  it('never cuts a character in two', () => {
    const text = `${'a'.repeat(159)}${'😀'.repeat(100)}`;
    expect(preview(text)).toBe(`${'a'.repeat(159)}… (561 bytes)`);
  });
});

describe('renderText', () => {
  it('gives a list a line an item and ends with the note', () => {
    const shaped = shapeOutput(
      {
        items: [
          loginItem({ key: 'login', labels: ['ci', 'ui'], due: '2026-12-01T00:00:00.000Z' }),
          loginItem({ ref: 'W-8', status: 'in_flight', section: 'in_flight', owner: 'codex', token: 4 }),
        ],
        nextCursor: 'abc',
        note: 'Cut.',
      },
      output,
      none,
    );
    expect(renderText(shaped)).toBe(`items:
- W-7 (login) pending, ready P2 bug [ci, ui]: Fix the login due=2026-12-01T00:00:00Z
- W-8 in_flight P2 bug: Fix the login owner=codex token=4
nextCursor: abc
Cut.`);
  });

  it('gives a single item a line a fact', () => {
    const shaped = shapeOutput(
      { item: loginItem({ payload: { a: 1 } }), takeover: false, previousOwner: null },
      output,
      none,
    );
    expect(renderText(shaped)).toBe(`W-7 pending, ready P2 bug: Fix the login
  payload: {"a":1}
  updatedAt: 2026-11-21T12:30:00Z`);
  });

  it('gives an event a line', () => {
    const event = {
      id: 12,
      at: '2026-11-21T12:00:00.000Z',
      type: 'work_item_claimed',
      actor: 'codex',
      role: 'agent',
      workItem: 'W-7',
      payload: { token: 1 },
    };
    expect(renderText(shapeOutput({ events: [event], nextCursor: null, lastId: 12 }, output, none))).toBe(`events:
- #12 2026-11-21T12:00:00Z work_item_claimed W-7 by codex
lastId: 12`);
    expect(renderText({ events: [] })).toBe('events: none');
  });
});

describe('the budget of a reply', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => loginItem({ ref: `W-${index}` }));

  it('finds how many elements fit, one at least', () => {
    const shaped = shapeOutput({ items: many(200), nextCursor: null }, output, none);
    const count = elementsThatFit(shaped, 'items', 2000);
    const bytes = (length: number) => replyBytes(shapeOutput({ items: many(length), nextCursor: null }, output, none));
    expect(bytes(count)).toBeLessThanOrEqual(1700);
    expect(bytes(count + 1)).toBeGreaterThan(1700);
    expect(elementsThatFit(shaped, 'items', 10)).toBe(1);
  });

  it('shortens the longest list of a reply without pages and says so', () => {
    const shaped = shapeOutput({ counts: { ready: 1 }, needsYou: many(3), inFlight: many(50) }, output, none);
    const cut = cutLists(shaped, none, { budget: 3000 });
    expect(replyBytes(cut)).toBeLessThanOrEqual(3000);
    expect(cut.needsYou).toHaveLength(3);
    expect(cut.inFlight).toHaveLength(12);
    expect(cut.note).toBe('Shortened: 12 of 50 in inFlight; list gives them all, page by page.');
  });

  it('shortens lists wherever they are', () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ ref: `W-${index}`, question: 'May I? '.repeat(100) }));
    const cut = cutLists(shapeOutput({ needsYou: { total: 90, rows }, days: [1, 2, 3] }, output, none), none, {
      budget: 3000,
    });
    expect(replyBytes(cut)).toBeLessThanOrEqual(3000);
    expect(cut).toMatchObject({ needsYou: { total: 90, rows: { length: 10 } }, days: [1, 2, 3] });
    expect(cut.note).toBe('Shortened: 10 of 40 in needsYou.rows; list gives them all, page by page.');
  });

  it('says where the rest of a page is', () => {
    const shaped = shapeOutput({ agents: many(50), content: '# Retrospective' }, output, none);
    const { note } = cutLists(shaped, none, { rest: 'content has them all', budget: 3000 });
    expect(note).toBe('Shortened: 3 of 50 in agents; content has them all.');
  });

  it('leaves a short reply and a spared item as they are', () => {
    const short = shapeOutput({ needsYou: many(1) }, output, none);
    expect(cutLists(short, none)).toBe(short);
    const big = shapeOutput(
      { item: loginItem({ payload: 'x'.repeat(60_000) }), events: [] },
      output,
      new Set(['item']),
    );
    expect(cutLists(big, new Set(['item']))).toBe(big);
  });
});

it('says that there is nothing, where a reply holds nothing else', () => {
  expect(renderText({ compaction: null })).toBe('compaction: none');
  expect(renderText({})).toBe('Done.');
});

describe('the text for an agent', () => {
  it('leaves out nulls, ids beside refs, days without numbers and most of a hash, but nothing of own JSON', () => {
    const hash = '1234567890'.repeat(4);
    const answer = {
      task: {
        ref: 'T-1',
        id: '01KAHM0Z0000000000000000AA',
        focus: null,
        labels: [],
        base: hash,
        open: false,
        count: 0,
      },
      days: [
        { date: '2026-01-01', created: 0, resolved: 0 },
        { date: '2026-01-02', created: 1, resolved: 0 },
      ],
      payload: { id: '01KAHM0Z0000000000000000AA', ref: 'x', empty: null, hash },
      commit: hash,
      none: null,
    };
    expect(renderText(answer)).toBe(
      [
        'task: {"ref":"T-1","base":"12345678","open":false,"count":0}',
        'days:',
        '- {"date":"2026-01-02","created":1,"resolved":0}',
        `payload: {"id":"01KAHM0Z0000000000000000AA","ref":"x","empty":null,"hash":"${hash}"}`,
        'commit: 12345678',
      ].join('\n'),
    );
  });
});
