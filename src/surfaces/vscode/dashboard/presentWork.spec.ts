import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { need } from '../../../../test/support/need.js';
import { message } from '../../../messages/message.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import type { RowContributions } from '../records/rowActs.js';
import { nextLifeChange, presentWork } from './presentWork.js';
import { RowButtons } from './rowButtons.js';

const { contributes } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  contributes: RowContributions;
};

type Needs = DashboardReport['needsYou']['rows'][number];
type Working = DashboardReport['working']['rows'][number];

const since = '2026-11-21T11:00:00.000Z';
const later = '2026-11-21T12:00:00.000Z';

function asking(...of: Parameters<typeof need>): Needs {
  const { text, from, ...more } = need(...of);
  return { ...more, question: text, owner: from };
}

function claim(ref: string, more: Partial<Working> = {}): Working {
  return {
    ...{ ref, title: `Do ${ref}`, item: ref, task: null, lane: null, laneName: null, otherLanes: [], owner: 'ada' },
    ...{ ownerRole: 'agent', state: 'in_flight', claimedAt: since, heartbeat: null, leaseUntil: later },
    ...more,
  };
}

function inLane(ref: string, number: number, more: Partial<Working> = {}): Working {
  return claim(ref, { lane: `L-${number}`, laneName: `lane-${number}`, state: 'WORKING', leaseUntil: null, ...more });
}

const present = (needs: readonly Needs[], working: readonly Working[], lanes: Parameters<typeof presentWork>[1]) => {
  const buttons = new RowButtons(contributes, true);
  const report = {
    needsYou: { total: needs.length, rows: [...needs] },
    working: { total: working.length, rows: [...working] },
  };
  return { ...presentWork(report, lanes, buttons), buttons };
};

it('shows each piece of work once: what needs a person, what is worked on, what waits', () => {
  const lanes = [
    lane(1, { workItem: 'W-1', worker: { state: 'IN_REVIEW' } }),
    lane(2, { workItem: 'W-2', worker: { agent: 'codex', liveness: 'ok', lastBeatAt: since } }),
    lane(3, { status: 'planned', description: 'Wait for it\nreally', worker: null }),
    lane(4, { workItem: 'W-7', worker: { agent: 'claude' } }),
  ];
  const needs = [
    asking('question', 'M-4', { lane: 'lane-2', title: 'Red or blue?', from: 'codex', item: 'W-2', blocks: 3 }),
    asking('approval', 'L-1', { lane: 'lane-1', title: 'Do W-1', item: 'W-1' }),
    asking('workItem', 'W-7', { lane: null, title: 'Sign it', item: 'W-7', priority: 1, from: 'claude' }),
    asking('report', 'P-2', { lane: 'gone', title: 'Done in part' }),
  ];
  const working = [
    inLane('W-1', 1, { state: 'IN_REVIEW' }),
    inLane('L-3', 3, { item: null, state: 'planned', owner: null, title: 'Wait for it' }),
    inLane('W-2', 2),
    claim('W-5'),
  ];
  const { rows, hidden } = present(needs, working, lanes);
  expect(hidden).toBe(0);
  expect(rows.map(({ ref, group, title, word, lane: of }) => [ref, group, title, word, of?.ref ?? null])).toEqual([
    ['W-2', 'needsYou', 'Do W-2', 'working', 'L-2'],
    ['W-1', 'needsYou', 'Do W-1', null, 'L-1'],
    ['W-7', 'needsYou', 'Sign it', 'working', 'L-4'],
    ['P-2', 'needsYou', 'Done in part', null, null],
    ['W-5', 'working', 'Do W-5', null, null],
    ['L-3', 'waiting', 'Wait for it', 'planned', 'L-3'],
  ]);
  expect(rows[0]?.needs.map(({ ref, title, owner, blocks }) => [ref, title, owner, blocks])).toEqual([
    ['M-4', 'Red or blue?', 'codex', 3],
  ]);
  expect(rows[0]?.life).toEqual({ level: 'ok', lastAt: since });
  expect(rows.map(({ owner }) => owner)).toEqual(['ada', 'ada', 'claude', null, 'ada', null]);
  expect([rows[2]?.priority, rows[4]?.leaseUntil, rows[4]?.since]).toEqual([1, later, since]);
});

it('shows all that waits in one piece of work in its row', () => {
  const needs = [
    asking('dead', 'L-1', { lane: 'lane-1', item: 'W-1', text: message('workers.programGone', { pid: 47 }) }),
    asking('question', 'M-1', { lane: 'lane-1', item: 'W-1' }),
  ];
  const lanes = [lane(1, { workItem: 'W-1', worker: { liveness: 'DEAD', lastBeatAt: since } })];
  const { rows } = present(needs, [inLane('W-1', 1)], lanes);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.needs.map(({ kind, question }) => [kind, question])).toEqual([
    ['dead', 'Its program, process 47, ended without an exit code: it was killed, or the machine was restarted.'],
    ['question', null],
  ]);
  // What waits tells since when.
  expect([rows[0]?.word, rows[0]?.life]).toEqual([null, null]);
});

it('offers what the rows of the views offer, and calls it with them', () => {
  const needs = [
    asking('approval', 'L-1', { lane: 'lane-1', item: 'W-1' }),
    asking('merge', 'L-2', { lane: 'lane-2' }),
    asking('report', 'P-2', { lane: 'lane-2' }),
    asking('workItem', 'W-7', { lane: null, item: 'W-7', acts: [{ operation: 'queue.advance', input: {} }] }),
  ];
  const lanes = [lane(1, { workItem: 'W-1', worker: { state: 'IN_REVIEW' } }), lane(2), lane(3)];
  const { rows, buttons } = present(needs, [claim('W-5'), inLane('W-6', 3)], lanes);
  const offered = rows.map(({ needs, acts }) =>
    [...needs.map(one => one.acts), acts].map(all => all.map(({ id }) => id.replace('stateroom.', ''))),
  );
  expect(offered).toEqual([
    [['lane.showChanges L-1', 'worker.approve L-1', 'worker.requestChanges L-1'], []],
    [['worker.merge L-2', 'worker.requestChanges L-2'], ['lane.showReports P-2', 'report.acknowledge P-2'], []],
    [['queue.advance W-7', 'queue.answerOtherwise W-7', 'queue.markDone W-7', 'lane.startOnItem W-7'], []],
    [['queue.markDone W-5', 'queue.release W-5', 'queue.takeOver W-5', 'task.handOver W-5', 'lane.startOnItem W-5']],
    [['lane.showChanges L-3', 'lane.openTerminal L-3', 'lane.handOver L-3']],
  ]);
  expect(buttons.commandOf('stateroom.worker.merge L-2')).toMatchObject({
    command: 'stateroom.worker.merge',
    arguments: [{ id: 'need/merge.L-2', row: { type: 'need', input: { lane: 'lane-2' } } }],
  });
  expect(buttons.commandOf('stateroom.queue.release W-5')?.arguments).toMatchObject([
    { id: 'W-5', row: { type: 'workItem', item: { ref: 'W-5' } } },
  ]);
  expect(buttons.commandOf('stateroom.worker.merge L-9')).toBeUndefined();
});

it('counts what was left out, and knows when the life of a worker may look otherwise', () => {
  const report = { needsYou: { total: 0, rows: [] }, working: { total: 34, rows: [claim('W-1')] } };
  expect(presentWork(report, [], new RowButtons(contributes, true)).hidden).toBe(33);
  const silent = { agent: 'codex', liveness: 'STALE', lastBeatAt: since, livenessChangesAt: later } as const;
  const lanes = [lane(1, { worker: silent }), lane(2, { worker: { state: 'IN_REVIEW' } }), lane(3, { worker: null })];
  const noon = Date.parse(later);
  expect(nextLifeChange(lanes, noon - 2000)).toBe(noon);
  expect(nextLifeChange(lanes, noon - 60_000)).toBe(noon - 30_000);
  expect(nextLifeChange(lanes.slice(1), noon)).toBeUndefined();
});
