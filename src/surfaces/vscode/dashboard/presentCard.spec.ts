import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { need } from '../../../../test/support/need.js';
import { message } from '../../../messages/message.js';
import type { BoardCard } from '../../../reports/boardReport.js';
import type { RowContributions } from '../records/rowActs.js';
import { nextLifeChange, presentActive } from './presentCard.js';
import { RowButtons } from './rowButtons.js';

const { contributes } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  contributes: RowContributions;
};

const since = '2026-11-21T11:00:00.000Z';
const later = '2026-11-21T12:00:00.000Z';

function claim(ref: string, more: Partial<BoardCard> = {}): BoardCard {
  return {
    ...{ ref, title: `Do ${ref}`, item: ref, task: null, lane: null, laneName: null, kind: 'general', labels: [] },
    ...{
      priority: 2,
      parent: null,
      assignee: null,
      state: 'in_flight',
      status: 'in_flight',
      who: 'ada',
      role: 'agent',
    },
    ...{ since, leaseUntil: later, choices: [], needs: [], waits: null, last: null, checks: [] },
    ...more,
  };
}

function inLane(ref: string, number: number, more: Partial<BoardCard> = {}): BoardCard {
  return claim(ref, { lane: `L-${number}`, laneName: `lane-${number}`, state: 'WORKING', leaseUntil: null, ...more });
}

const present = (card: BoardCard, of?: Parameters<typeof presentActive>[1]) => {
  const buttons = new RowButtons(contributes, true);
  return { ...presentActive(card, of, buttons), buttons };
};

it('says who works on it, in which lane and state, and for how long a claim holds', () => {
  const worker = { agent: 'codex', liveness: 'ok', lastBeatAt: since } as const;
  expect(present(inLane('W-2', 2), lane(2, { workItem: 'W-2', worker }))).toMatchObject({
    lane: { ref: 'L-2', name: 'lane-2' },
    ...{ word: 'working', owner: 'ada', ownerRole: 'agent', life: { level: 'ok', lastAt: since }, leaseUntil: null },
  });
  expect(present(claim('W-5'))).toMatchObject({ lane: null, word: null, owner: 'ada', since, leaseUntil: later });
  const planned = lane(3, { status: 'planned', worker: null });
  expect(present(inLane('L-3', 3, { item: null, state: 'planned', who: null }), planned)).toMatchObject({
    ...{ word: 'planned', owner: null, life: null },
  });
});

it('names the agent of the lane where nothing but a need is known, and no state that its need says', () => {
  const asked = need('workItem', 'W-7', { lane: null, title: 'Sign it', item: 'W-7', from: 'claude' });
  const card = inLane('W-7', 4, { state: null, needs: [asked], who: 'robin' });
  expect(present(card, lane(4, { workItem: 'W-7', worker: { agent: 'claude' } }))).toMatchObject({
    ...{ word: 'working', owner: 'claude' },
  });
  const approval = inLane('W-1', 1, { state: 'IN_REVIEW', needs: [need('approval', 'L-1', { title: 'Do W-1' })] });
  const shown = present(approval, lane(1, { workItem: 'W-1', worker: { state: 'IN_REVIEW' } }));
  expect([shown.word, shown.needs[0]?.title]).toEqual([null, null]);
});

it('shows all that waits in one piece of work', () => {
  const needs = [
    need('dead', 'L-1', { item: 'W-1', text: message('workers.programGone', { pid: 47 }) }),
    need('question', 'M-1', { item: 'W-1', title: 'Red or blue?', from: 'codex', blocks: 3 }),
  ];
  const dead = lane(1, { workItem: 'W-1', worker: { liveness: 'DEAD', lastBeatAt: since } });
  const shown = present(inLane('W-1', 1, { needs }), dead);
  expect(shown.needs.map(({ kind, title, question, owner, blocks }) => [kind, title, question, owner, blocks])).toEqual(
    [
      [
        ...['dead', 'L-1'],
        'Its program, process 47, ended without an exit code: it was killed, or the machine was restarted.',
        ...[null, 0],
      ],
      ['question', 'Red or blue?', null, 'codex', 3],
    ],
  );
  // The need has the time of the last heartbeat.
  expect([shown.word, shown.life]).toEqual([null, null]);
});

it('offers what the rows of the views offer, and calls it with them', () => {
  const offered = (card: BoardCard, of?: Parameters<typeof presentActive>[1]) => {
    const { needs, acts } = present(card, of);
    return [...needs.map(one => one.acts), acts].map(all => all.map(({ id }) => id.replace('stateroom.', '')));
  };
  const inReview = lane(1, { workItem: 'W-1', worker: { state: 'IN_REVIEW' } });
  expect(offered(inLane('W-1', 1, { needs: [need('approval', 'L-1', { lane: 'lane-1' })] }), inReview)).toEqual([
    ['lane.showChanges L-1', 'worker.approve L-1', 'worker.requestChanges L-1'],
    [],
  ]);
  const merging = inLane('L-2', 2, { needs: [need('merge', 'L-2', { lane: 'lane-2' }), need('report', 'P-2')] });
  expect(offered(merging, lane(2))).toEqual([
    ['worker.merge L-2', 'worker.requestChanges L-2'],
    ['lane.showReports P-2', 'report.acknowledge P-2'],
    [],
  ]);
  const acts = [{ operation: 'queue.advance', input: {} }];
  expect(offered(claim('W-7', { state: null, needs: [need('workItem', 'W-7', { lane: null, acts })] }))).toEqual([
    ['queue.advance W-7', 'queue.answerOtherwise W-7', 'queue.markDone W-7', 'lane.startOnItem W-7'],
    [],
  ]);
  expect(offered(claim('W-5'))).toEqual([
    ['queue.markDone W-5', 'queue.release W-5', 'queue.takeOver W-5', 'task.handOver W-5', 'lane.startOnItem W-5'],
  ]);
  expect(offered(inLane('W-6', 3), lane(3))).toEqual([
    ['lane.showChanges L-3', 'lane.openTerminal L-3', 'lane.handOver L-3'],
  ]);
  const { buttons } = present(merging, lane(2));
  expect(buttons.commandOf('stateroom.worker.merge L-2')).toMatchObject({
    command: 'stateroom.worker.merge',
    arguments: [{ id: 'need/merge.L-2', row: { type: 'need', input: { lane: 'lane-2' } } }],
  });
  expect(present(claim('W-5')).buttons.commandOf('stateroom.queue.release W-5')?.arguments).toMatchObject([
    { id: 'W-5', row: { type: 'workItem', item: { ref: 'W-5' } } },
  ]);
  expect(buttons.commandOf('stateroom.worker.merge L-9')).toBeUndefined();
});

it('offers the choices of a question as answers', () => {
  const acts = [{ operation: 'queue.advance', input: {} }];
  const asks = claim('W-7', {
    state: null,
    choices: ['5', '10'],
    needs: [need('workItem', 'W-7', { lane: null, acts })],
  });
  const { needs, buttons } = present(asks);
  expect(needs[0]?.choices).toEqual([
    { id: 'stateroom.queue.advance W-7 5', label: '5' },
    { id: 'stateroom.queue.advance W-7 10', label: '10' },
  ]);
  expect(buttons.commandOf('stateroom.queue.advance W-7 10')).toEqual({
    command: 'stateroom.queue.advance',
    arguments: [{ id: 'W-7', answer: '10' }],
  });
});

it('knows when the life of a worker may look otherwise', () => {
  const silent = { agent: 'codex', liveness: 'STALE', lastBeatAt: since, livenessChangesAt: later } as const;
  const lanes = [lane(1, { worker: silent }), lane(2, { worker: { state: 'IN_REVIEW' } }), lane(3, { worker: null })];
  const noon = Date.parse(later);
  expect(nextLifeChange(lanes, noon - 2000)).toBe(noon);
  expect(nextLifeChange(lanes, noon - 60_000)).toBe(noon - 30_000);
  expect(nextLifeChange(lanes.slice(1), noon)).toBeUndefined();
});
