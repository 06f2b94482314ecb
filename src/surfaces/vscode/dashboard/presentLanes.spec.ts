import { describe, expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import type { Need } from '../../../domain/lane/need.js';
import { nextLifeChange, presentLaneRows, presentNeeds } from './presentLanes.js';

const since = '2026-11-21T11:00:00.000Z';
const item = { ref: 'W-2', title: 'Colour', priority: 1, question: 'Red?', owner: 'codex', since, blocks: 1 };
const counts = { needs_you: 3, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 };
const report = { counts, needsYou: { total: 3, rows: [item] } };

function need(kind: Need['kind'], ref: string, more: Partial<Need> = {}): Need {
  return { kind, ref, lane: 'login', title: ref, text: null, from: null, since, blocks: 0, next: '', ...more };
}

describe('what needs a person', () => {
  it('is the queue’s questions where there are no lanes', () => {
    expect(presentNeeds(report, undefined)).toEqual({
      total: 3,
      rows: [
        {
          kind: 'workItem',
          ref: 'W-2',
          lane: null,
          title: 'Colour',
          priority: 1,
          question: 'Red?',
          owner: 'codex',
          since,
          blocks: 1,
        },
      ],
    });
  });

  it('is one list with what waits in lanes, in their common order, cut and counted', () => {
    const needs = [
      need('dead', 'L-1', { blocks: 4, text: 'Its program is gone.' }),
      need('workItem', 'W-2', { lane: null, text: 'Red?', from: 'codex', blocks: 2 }),
      need('workItem', 'W-9', { lane: null }),
      ...Array.from({ length: 30 }, (_, index) => need('report', `P-${index + 1}`)),
    ];
    const { total, rows } = presentNeeds(report, { needs, lanes: [] });
    expect(total).toBe(34);
    expect(rows).toHaveLength(20);
    expect(rows.slice(0, 4).map(row => [row.kind, row.ref, row.lane, row.priority, row.question, row.blocks])).toEqual([
      ['dead', 'L-1', 'login', null, 'Its program is gone.', 4],
      ['workItem', 'W-2', null, 1, 'Red?', 2],
      ['workItem', 'W-9', null, null, null, 0],
      ['report', 'P-1', 'login', null, null, 0],
    ]);
  });
});

describe('open lanes', () => {
  const later = '2026-11-21T12:00:00.000Z';

  it('show what they are at, who works there and the signs of life that are expected', () => {
    const silent = { agent: 'codex', liveness: 'STALE', lastBeatAt: since, livenessChangesAt: later } as const;
    const list = [
      lane(1, { lane: 'login', description: 'Limit logins\nreally', worker: silent }),
      lane(2, { worker: { agent: 'claude' } }),
      lane(3, { worker: { state: 'IN_REVIEW' } }),
      lane(4, { worker: null }),
    ];
    const { total, rows } = presentLaneRows(list);
    expect(total).toBe(4);
    expect(rows.map(row => [row.ref, row.name, row.word, row.agent, row.life])).toEqual([
      ['L-1', 'login', 'working', 'codex', { level: 'STALE', lastAt: since }],
      ['L-2', 'lane-2', 'working', 'claude', { level: 'none', lastAt: null }],
      ['L-3', 'lane-3', 'in review', null, null],
      ['L-4', 'lane-4', 'active', null, null],
    ]);
    expect(rows[0]?.title).toBe('Limit logins');
    const noon = Date.parse(later);
    expect(nextLifeChange(list, noon - 2000)).toBe(noon);
    expect(nextLifeChange(list, noon - 60_000)).toBe(noon - 30_000);
    expect(nextLifeChange(list.slice(2), noon)).toBeUndefined();
  });
});
