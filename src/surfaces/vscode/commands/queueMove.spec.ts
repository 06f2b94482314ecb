import { describe, expect, it } from 'vitest';
import { findMove, type QueueDirection } from './queueMove.js';

const rows = (...ids: string[]) => ids.map(id => ({ id }));
const unread = () => Promise.reject(new Error('read'));

describe('a move in the queue', () => {
  it.each<[QueueDirection, string[], object | undefined]>([
    ['up', ['c'], { before: 'b' }],
    ['down', ['c'], { after: 'd' }],
    ['top', ['c'], { before: 'a' }],
    ['up', ['a'], undefined],
    ['top', ['a'], undefined],
    ['down', ['d'], undefined],
    ['up', ['a', 'b'], undefined],
    ['down', ['b', 'c'], { after: 'd' }],
  ])('%s of %j is told from the rows where all are shown', async (direction, ids, place) => {
    const shown = { items: rows('a', 'b', 'c', 'd'), isWhole: true };
    expect(await findMove(direction, ids, shown, unread)).toEqual({ moving: rows(...ids), place });
  });

  it.each<[QueueDirection, string[], object | undefined]>([
    ['up', ['b'], { before: 'a' }],
    ['top', ['b'], { before: 'a' }],
    ['down', ['c'], { after: 'd' }],
    ['up', ['a'], undefined],
    ['top', ['a'], undefined],
    ['down', ['d'], undefined],
  ])('%s of %j, at the end of what a filter shows, is told from all', async (direction, ids, place) => {
    const shown = { items: rows(...ids), isWhole: false };
    const whole = async () => rows('a', 'b', 'c', 'd');
    expect(await findMove(direction, ids, shown, whole)).toEqual({ moving: rows(...ids), place });
  });

  it('goes by the rows that a filter shows where these tell it', async () => {
    const shown = { items: rows('a', 'd'), isWhole: false };
    expect(await findMove('up', ['d'], shown, unread)).toEqual({ moving: rows('d'), place: { before: 'a' } });
  });

  it('finds what is not shown', async () => {
    const whole = async () => rows('a', 'b', 'c');
    const shown = { items: rows('a'), isWhole: true };
    expect(await findMove('up', ['c'], shown, whole)).toEqual({ moving: rows('c'), place: { before: 'b' } });
    expect(await findMove('up', ['gone'], shown, whole)).toEqual({ moving: [], place: undefined });
  });
});
