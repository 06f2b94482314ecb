import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { agent, person } from '../../test/support/testRepository.js';
import type { TimelineEvent } from '../domain/event/event.js';
import { eventsTail } from '../operations/events/eventsTail.js';
import { workerApprove } from '../operations/lane/worker/workerApprove.js';
import { workerCancel } from '../operations/lane/worker/workerCancel.js';
import { workerDone } from '../operations/lane/worker/workerDone.js';
import { workerMerge } from '../operations/lane/worker/workerMerge.js';
import { workerSpawn } from '../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../operations/lane/worker/workerStart.js';
import { queueAdvance } from '../operations/queue/queueAdvance.js';
import { queueAsk } from '../operations/queue/queueAsk.js';
import { queueClaim } from '../operations/queue/queueClaim.js';
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

it('has one event for each thing that a person did from an item to its merge', async () => {
  const repository = new LaneTestRepository();
  try {
    const shown = async () => {
      const { events } = await repository.ok(eventsTail, { limit: 100 });
      return shownEvents(events.toReversed()).map(({ type }) => type);
    };
    const item = await repository.add('Search in titles');
    repository.now += 60_000;
    const lane = await repository.ok(workerSpawn, { lane: item.ref }, person);
    repository.now += 4000;
    await repository.ok(workerStart, { lane: lane.lane }, person);
    expect(await shown()).toEqual(['work_item_created', 'worker_started']);
    repository.place = lane.worktreePath;
    writeFileSync(join(lane.worktreePath, 'search.ts'), 'export {};\n');
    repository.gitIn(lane, 'add', '.');
    repository.gitIn(lane, 'commit', '-qm', 'Search');
    repository.now += 60_000;
    await repository.ok(workerDone, { lane: lane.lane });
    repository.place = repository.repository;
    repository.now += 60_000;
    await repository.ok(workerApprove, { lane: lane.lane }, person);
    repository.now += 60_000;
    await repository.ok(workerMerge, { lane: lane.lane }, person);
    expect((await shown()).slice(2)).toEqual(['worker_submitted', 'worker_approved', 'worker_merged']);
    expect((await repository.eventTypes()).length).toBeGreaterThan(9);
  } finally {
    await repository.close();
  }
});

it('has one event for a cancelled lane, and for an answer with which the same agent goes on', async () => {
  const repository = new LaneTestRepository();
  try {
    const lane = await repository.spawn('docs', { description: 'Say how to install' });
    repository.now += 60_000;
    await repository.ok(workerCancel, { lane: lane.lane }, person);
    const item = await repository.add('Colours');
    await repository.ok(queueClaim, { id: item.ref }, agent);
    repository.now += 60_000;
    await repository.ok(queueAsk, { id: item.ref, question: 'Red or blue?' }, agent);
    repository.now += 60_000;
    await repository.ok(queueAdvance, { id: item.ref, answer: 'Blue' }, person);
    const { events } = await repository.ok(eventsTail, { limit: 100 });
    expect(shownEvents(events.toReversed()).map(({ type }) => type)).toEqual([
      ...['work_item_created', 'lane_opened', 'worker_cancelled'],
      ...['work_item_created', 'work_item_claimed', 'work_item_asked', 'work_item_advanced'],
    ]);
  } finally {
    await repository.close();
  }
});
