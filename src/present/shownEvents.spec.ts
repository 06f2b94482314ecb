import { expect, it } from 'vitest';
import type { TimelineEvent } from '../domain/event/event.js';
import { shownEvents } from './shownEvents.js';

let id = 0;
function event(at: string, type: string, payload: TimelineEvent['payload'] = {}): TimelineEvent {
  id += 1;
  return { id, at: `2026-11-02T${at}Z`, type, actor: 'robin', role: 'human', workItem: null, payload };
}
const login = { lane: 'L-3', name: 'login' };
const cart = { lane: 'L-4', name: 'cart' };
const types = (events: readonly TimelineEvent[]) => shownEvents(events).map(({ type }) => type);

it('shows a merge, an opening and a submission once each, in either order', () => {
  const events = [
    event('10:00:00.000', 'lane_opened', login),
    event('10:00:00.001', 'worker_assigned', login),
    event('10:05:00.000', 'worker_submitted', login),
    event('10:05:00.000', 'lane_status_changed', { ...login, from: 'active', status: 'review' }),
    event('10:06:00.000', 'worker_approved', login),
    event('10:07:00.000', 'worker_merged', login),
    event('10:07:00.002', 'lane_status_changed', { ...login, from: 'review', status: 'merged' }),
    event('10:09:00.000', 'lane_closed', { ...login, from: 'merged', status: 'merged', closeReason: 'finished' }),
  ];
  const expected = ['lane_opened', 'worker_submitted', 'worker_approved', 'worker_merged'];
  expect(types(events)).toEqual(expected);
  expect(types(events.toReversed())).toEqual(expected.toReversed());
});

it('keeps what was done by itself, and what is about another lane', () => {
  const kept = [
    event('10:00:00.000', 'worker_merged', cart),
    event('10:00:00.000', 'lane_status_changed', { ...login, status: 'blocked' }),
    event('10:05:00.000', 'worker_assigned', login),
    event('10:06:00.000', 'worker_started', login),
    event('10:07:30.000', 'lane_status_changed', { ...login, status: 'active' }),
    event('10:08:00.000', 'lane_closed', { ...login, from: 'active', status: 'closed', closeReason: 'abandoned' }),
    event('10:09:00.000', 'lane_closed', { ...login, status: 'merged' }),
    event('10:10:00.000', 'note', { text: 'x' }),
  ];
  expect(shownEvents(kept)).toEqual(kept);
});
