import { expect, it } from 'vitest';
import type { BoardCard } from '../../../reports/boardReport.js';
import { presentBoard } from './presentBoard.js';
import { RowButtons } from './rowButtons.js';

const at = '2026-11-21T11:00:00.000Z';

const card: BoardCard = {
  ...{ ref: 'W-1', title: 'Say where', item: 'W-1', task: null, lane: 'L-1', laneName: 'one', kind: 'general' },
  ...{ labels: [], priority: 2, parent: null, assignee: null, state: 'WORKING', status: 'in_flight', who: 'codex-one' },
  ...{ role: 'agent', since: at, leaseUntil: null, choices: [], needs: [], waits: null, checks: [] },
  last: {
    ...{ id: 1, at, type: 'task_started' as const, workItem: null },
    ...{ actor: 'codex-one', role: 'agent' as const, payload: { task: 'T-1', objective: 'Read report-one.md' } },
  },
};

it('shortens the agent of a lane on a card, and leaves the same letters elsewhere in its last event', () => {
  const list = { total: 0, cards: [] };
  const columns = { ready: list, working: { total: 1, cards: [card] }, review: list, done: list };
  const report = { columns, waiting: list, parents: {}, elsewhere: [] } as unknown as Parameters<
    typeof presentBoard
  >[0];
  const facts = {
    ofLane: () => ({ size: null, conflicts: [] }),
    gates: () => ({ state: 'unknown' }),
    held: () => null,
  };
  const board = presentBoard(report, [], { ...facts, elsewhere: [] } as never, new RowButtons({} as never, true));
  expect(board.working.cards[0]).toMatchObject({ owner: 'codex', last: { at } });
  expect(board.working.cards[0]?.last?.words).toBe('codex started T-1: “Read report-one.md”');
});
