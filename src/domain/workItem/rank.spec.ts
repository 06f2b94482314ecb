import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRank, rankAtBottom, rankAtTop } from './rank.js';

describe('ranks', () => {
  it('goes one beyond either end, and begins at 0', () => {
    expect(rankAtTop(-3)).toBe(-4);
    expect(rankAtBottom(7)).toBe(8);
    expect(rankAtTop(undefined)).toBe(0);
    expect(rankAtBottom(undefined)).toBe(0);
  });

  it('takes the middle where there is room', () => {
    expect(planRank([1], 2)).toEqual({ rank: 1.5, respaced: [] });
    expect(planRank([-4, 0], 1)).toEqual({ rank: 0.5, respaced: [] });
  });

  it('goes before the first', () => {
    expect(planRank([], 0)).toEqual({ rank: -1, respaced: [] });
  });

  it('moves equal items before the place, never those after it', () => {
    expect(planRank([0, 0], 0)).toEqual({
      rank: -1,
      respaced: [
        { index: 0, rank: -3 },
        { index: 1, rank: -2 },
      ],
    });
  });

  it('moves no more items than it must', () => {
    expect(planRank([-8, 0, 0], 0)).toEqual({
      rank: -2,
      respaced: [
        { index: 1, rank: -6 },
        { index: 2, rank: -4 },
      ],
    });
  });

  it('makes room where doubles have none between two items', () => {
    const next = 1 + Number.EPSILON;
    const plan = planRank([0, 1], next);
    expect(plan.respaced.map(({ index }) => index)).toEqual([1]);
    expect(plan.respaced[0]?.rank).toBeGreaterThan(0);
    expect(plan.rank).toBeGreaterThan(plan.respaced[0]?.rank ?? Number.POSITIVE_INFINITY);
    expect(plan.rank).toBeLessThan(next);
  });

  it('keeps the order of everything under any sequence of moves', () => {
    const move = fc.record({ from: fc.nat(), to: fc.nat() });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.array(move, { maxLength: 120 }), (count, moves) => {
        // What a person would expect: a list from which an item is taken and put in elsewhere.
        const expected = Array.from({ length: count }, (_, index) => index);
        const ranks = new Map(expected.map(item => [item, 0]));
        for (const { from, to } of moves) {
          const [item] = expected.splice(from % expected.length, 1) as [number];
          const place = to % expected.length;
          const before = expected.slice(0, place);
          const after = expected.slice(place);
          const plan = planRank(
            before.map(other => ranks.get(other) as number),
            ranks.get(after[0] as number) as number,
          );
          for (const { index, rank } of plan.respaced) ranks.set(before[index] as number, rank);
          ranks.set(item, plan.rank);
          expected.splice(place, 0, item);
          // What was moved between two others is strictly between them; what comes after was not touched.
          const listed = expected.map(other => ranks.get(other) as number);
          expect(listed[place]).toBeLessThan(listed[place + 1] as number);
          if (place > 0) expect(listed[place - 1]).toBeLessThan(listed[place] as number);
          expect(listed).toEqual([...listed].sort((left, right) => left - right));
          expect(listed.every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lets new items come after all that was placed by hand before the first new one', () => {
    // Ten items of rank 0; the last is put third, again and again: no one's rank may pass 0.
    let ranks = Array.from({ length: 10 }, () => 0);
    for (let round = 0; round < 200; round += 1) {
      ranks = ranks.slice(0, -1);
      const plan = planRank(ranks.slice(0, 2), ranks[2] as number);
      for (const { index, rank } of plan.respaced) ranks[index] = rank;
      ranks.splice(2, 0, plan.rank);
      expect(Math.max(...ranks)).toBeLessThanOrEqual(0);
    }
  });
});
