import { describe, expect, it } from 'vitest';
import { conflictIn, meetsOf, warningsByLane } from './laneWarnings.js';

describe('warningsByLane', () => {
  it('tells each lane what it shares, with whom and how gravely', () => {
    const found = warningsByLane({
      overlaps: [
        { path: 'a.ts', lanes: ['login', 'cart'], meetings: [] },
        {
          path: 'b.ts',
          lanes: ['login', 'cart', 'search'],
          meetings: [
            {
              lanes: ['login', 'search'],
              lines: [
                [3, 9],
                [12, 12],
              ],
            },
          ],
        },
        { path: 'new.ts', lanes: ['cart', 'search'], meetings: [{ lanes: ['cart', 'search'], lines: [] }] },
      ],
      conflicts: [{ lanes: ['cart', 'search'], paths: ['new.ts'] }],
      violations: [
        { lane: 'login', path: 'README.md', owner: null },
        { lane: 'login', path: 'a.ts', owner: 'cart' },
      ],
    });
    const none = { meets: [], lines: [], shares: [], conflicts: [], owner: undefined };
    expect([...found]).toEqual([
      [
        'login',
        [
          { ...none, path: 'b.ts', meets: ['search'], lines: ['3-9', '12'], shares: ['cart'] },
          { ...none, path: 'README.md', owner: null },
          { ...none, path: 'a.ts', shares: ['cart'], owner: 'cart' },
        ],
      ],
      [
        'cart',
        [
          { ...none, path: 'new.ts', meets: ['search'], conflicts: ['search'] },
          { ...none, path: 'a.ts', shares: ['login'] },
          { ...none, path: 'b.ts', shares: ['login', 'search'] },
        ],
      ],
      [
        'search',
        [
          { ...none, path: 'new.ts', meets: ['cart'], conflicts: ['cart'] },
          { ...none, path: 'b.ts', meets: ['login'], lines: ['3-9', '12'], shares: ['cart'] },
        ],
      ],
    ]);
    const around = (lane: string) => [conflictIn(found.get(lane) ?? [])?.lane, meetsOf(found.get(lane) ?? [])];
    expect(around('login')).toEqual([undefined, ['search']]);
    expect(around('cart')).toEqual(['search', []]);
    expect(around('search')).toEqual(['cart', ['login']]);
  });
});
