import { expect, it } from 'vitest';
import { lane } from '../../test/support/lane.js';
import type { Worker } from '../domain/lane/lane.js';
import { english } from '../reports/translate.js';
import { laneViewRow, lifeWord } from './laneViewRow.js';

const at = '2026-11-21T11:59:20.000Z';
const running: Partial<Worker> = {
  ...{ agent: 'codex-lane-1', liveness: 'ok', lastBeatAt: at, doing: { line: 'npm test\u202e', at } },
};
const shown = (worker: Partial<Worker>, more = {}) =>
  laneViewRow(lane(1, { worker, ...more }), {}, english).description;

it('the row of a lane has the latest act of an agent that Stateroom runs, and its silence', () => {
  expect(shown(running)).toBe('working · alive · codex: npm test · L-1');
  expect(shown({ ...running, silent: { since: at, minutes: 6 } })).toBe(
    'working · silent 6 min · codex: npm test · L-1',
  );
  expect(shown({ ...running, agent: null })).toBe('working · alive · npm test · L-1');
  expect(shown(running, { status: 'closed' })).not.toContain('npm test');
  expect(lifeWord(lane(1, { worker: { ...running, silent: { since: at, minutes: 0 } } }), english)).toBe('silent');
});
