import { describe, expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { need } from '../../../../test/support/need.js';
import { message } from '../../../messages/message.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import { nextLifeChange, presentLaneRows, presentNeeds, presentWorking } from './presentLanes.js';

type Working = DashboardReport['working']['rows'][number];

const since = '2026-11-21T11:00:00.000Z';

it('shows what needs a person in the editor’s language, and what is in progress with its lane', () => {
  const { text, from, ...dead } = need('dead', 'L-1', { blocks: 4, from: 'codex' });
  const ended = message('workers.programGone', { pid: 47 });
  expect(text).toBeNull();
  expect(presentNeeds({ needsYou: { total: 34, rows: [{ ...dead, question: ended, owner: from }] } })).toEqual({
    total: 34,
    rows: [
      {
        ...{ kind: 'dead', ref: 'L-1', lane: 'login', title: 'L-1', priority: null, owner: 'codex', since, blocks: 4 },
        question: 'Its program, process 47, ended without an exit code: it was killed, or the machine was restarted.',
      },
    ],
  });
  const claim: Working = {
    ...{ ref: 'W-1', title: 'Paint', item: 'W-1', task: null, lane: null, laneName: null, otherLanes: [] },
    ...{ owner: 'ada', ownerRole: 'agent', state: 'in_flight', claimedAt: since, heartbeat: null, leaseUntil: since },
  };
  const inLane: Working = {
    ...{ ...claim, lane: 'L-2', laneName: 'cart', state: 'WORKING', leaseUntil: null },
    heartbeat: { level: 'ok', at: since, changesAt: null },
  };
  const shown = { ref: 'W-1', title: 'Paint', owner: 'ada', ownerRole: 'agent', claimedAt: since };
  expect(presentWorking({ working: { total: 2, rows: [claim, inLane] } })).toEqual({
    total: 2,
    rows: [
      { ...shown, word: null, lane: null, life: null, leaseUntil: since },
      { ...shown, word: 'working', lane: 'cart', life: { level: 'ok', lastAt: since }, leaseUntil: null },
    ],
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
