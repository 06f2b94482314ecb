import { describe, expect, it } from 'vitest';
import { recordHostContract, recordPageContract, recordPlaceSchema } from './recordContract.js';
import type { RecordState } from './recordState.js';

const { requests } = recordHostContract;
const state: RecordState = {
  phase: 'ready',
  kind: 'lane',
  ref: 'L-1',
  title: 'cart',
  status: { icon: { name: 'pulse', tone: 'good' }, line: [{ text: 'working' }] },
  facts: [{ name: 'Work item', value: [{ text: 'W-1', ref: 'W-1' }] }],
  notice: null,
  acts: [{ id: 'stateroom.worker.approve', label: 'Approve', rank: 'first' }],
  question: null,
  sections: [
    {
      id: 'details',
      title: 'Details',
      blocks: [
        { kind: 'fields', fields: [{ name: 'Port', value: [{ text: '42000' }] }] },
        { kind: 'prose', heading: null, text: '<b>' },
        { kind: 'rows', heading: null, rows: [], none: 'Loading…' },
      ],
    },
  ],
  events: [{ id: 1, at: '2026-11-25T01:00:00.000Z', line: [{ text: 'ada opened ' }, { text: 'L-1', ref: 'L-1' }] }],
  hasOlder: false,
};
const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

describe('the protocol of a record’s page', () => {
  it('carries a state, and nothing more than one', () => {
    const snapshot = { revision: 1, state };
    expect(takes(recordPageContract.events.state, snapshot)).toBe(true);
    const bad: unknown[] = [
      { ...snapshot, state: { ...state, html: '<b>' } },
      { ...snapshot, state: { ...state, ref: 'command:x' } },
      { ...snapshot, state: { ...state, status: { icon: { name: '" onload=', tone: 'good' }, line: [] } } },
      { ...snapshot, state: { ...state, facts: [{ name: 'x', value: [{ text: 'x', ref: 'javascript:1' }] }] } },
      { ...snapshot, state: { ...state, sections: [{ id: 'a b', title: '', blocks: [] }] } },
      { revision: -1, state },
    ];
    expect(bad.map(each => takes(recordPageContract.events.state, each))).toEqual(bad.map(() => false));
  });

  it('lets the page press a button, open a record and send a text, and nothing else', () => {
    expect(takes(requests.act.params, { id: 'stateroom.worker.approve' })).toBe(true);
    expect(takes(requests.act.params, { id: 'x', arguments: [{ lane: 'L-2' }] })).toBe(false);
    expect(takes(requests.act.params, { id: '' })).toBe(false);
    expect(['W-12', 'F-3', 'T-2', 'L-1'].map(ref => takes(requests.open.params, { ref }))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['W-0', 'X-1', 'W-1 ', '../W-1', 7].map(ref => takes(requests.open.params, { ref }))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(takes(requests.answer.params, { text: 'yes' })).toBe(true);
    expect(takes(requests.answer.params, { text: '' })).toBe(false);
    expect(takes(requests.ready.params, { ref: 'W-2' })).toBe(false);
    expect(Object.keys(requests)).toEqual(['ready', 'act', 'open', 'answer', 'older']);
  });

  it('knows where a page was before a reload', () => {
    expect(takes(recordPlaceSchema, { repository: '/shop/.git', ref: 'L-1' })).toBe(true);
    expect(takes(recordPlaceSchema, { repository: '', ref: 'connect-claude-code' })).toBe(true);
    for (const ref of ['L', 'S-1', 'connect-', 'connect-../x']) {
      expect(takes(recordPlaceSchema, { repository: '/shop/.git', ref }), ref).toBe(false);
    }
  });
});
