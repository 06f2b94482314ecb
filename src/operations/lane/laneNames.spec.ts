import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { laneNameForItem } from '../../domain/lane/laneName.js';
import { laneShow } from './laneShow.js';
import { workerSpawn } from './worker/workerSpawn.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('names that people have', () => {
  it.each(['c1', 'i-5', 'k8', 'x2', 'v2', 'b1'])('%s is a lane', async name => {
    expect((await repo.spawn(name, { noFetch: true })).branch).toBe(`feature/${name}`);
    expect((await repo.ok(laneShow, { lane: name })).ref).toBe('L-1');
    expect((await repo.ok(laneShow, { lane: 'L-1' })).lane).toBe(name);
  });

  it.each([
    ['l3', 'Invalid lane name “l3”: it means L-3.', 'l3-lane'],
    ['l-3', 'Invalid lane name “l-3”: it means L-3.', 'l-3-lane'],
    ['t2', 'Invalid lane name “t2”: it means T-2.', 't2-lane'],
    ['t-2', 'Invalid lane name “t-2”: it means T-2.', 't-2-lane'],
    ['w4', 'Invalid lane name “w4”: it means W-4.', 'w4-lane'],
    ['w-4', 'Invalid lane name “w-4”: it means W-4.', 'w-4-lane'],
  ])('%s is refused with the name that it may have', async (name, message, suggestion) => {
    const refusal = await repo.refused(workerSpawn, { lane: name, noFetch: true });
    expect(refusal).toMatchObject({ code: 'invalid_input', message, details: { suggestion } });
    expect((await repo.spawn(suggestion, { noFetch: true })).lane).toBe(suggestion);
  });

  it('mean the item, the task or the lane that is there', async () => {
    await repo.add('Log in');
    expect((await repo.spawn('w1', { noFetch: true })).lane).toBe('w1-log-in');
    expect((await repo.ok(laneShow, { lane: 'l1' })).lane).toBe('w1-log-in');
    expect((await repo.refused(workerSpawn, { lane: 'W-9' })).message).toBe('Work item W-9 not found.');
    expect((await repo.refused(workerSpawn, { lane: 'T-9' })).message).toBe('Task T-9 not found.');
  });
});

describe('the name of a lane for an item', () => {
  it.each([
    [2, 'Cache links by address without the fragment', 'w2-cache-links'],
    [12, 'Limit the rate of logins', 'w12-limit-the-rate'],
    [3, 'Keep a waiting list for vessels that arrive early', 'w3-keep-a-waiting-list'],
    [7, 'Log in', 'w7-log-in'],
    [1, 'Sign in with', 'w1-sign-in-with'],
    [4, 'Straßenverzeichnis überarbeiten', 'w4-stra-enverzeichnis'],
    [5, 'Donaudampfschifffahrtsgesellschaft', 'item-w5'],
    [6, '漢字', 'item-w6'],
    [1234, 'Übersetzung der Oberfläche prüfen', 'w1234-ubersetzung-der'],
  ])('W-%i “%s” is %s', (number, title, name) => {
    expect(laneNameForItem(number, title)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(24);
  });
});
