import { describe, expect, it } from 'vitest';
import { editedLines, findOverlaps, insertedAfter, type LaneChanges, type PlaceRange, wholeFile } from './overlap.js';

const lane = (name: string, files: Record<string, readonly PlaceRange[]>): LaneChanges => ({
  lane: name,
  files: new Map(Object.entries(files)),
});

describe('lanes that change the same file', () => {
  it.each<[string, PlaceRange, PlaceRange, (readonly [number, number])[] | undefined]>([
    ['edits of the same line', editedLines(5, 5), editedLines(5, 5), [[5, 5]]],
    ['edits that share lines', editedLines(3, 8), editedLines(7, 9), [[7, 8]]],
    ['edits side by side', editedLines(3, 4), editedLines(5, 6), undefined],
    ['an insertion within an edit', insertedAfter(4), editedLines(3, 6), [[4, 4]]],
    ['an insertion behind an edit', insertedAfter(6), editedLines(3, 6), undefined],
    ['an insertion before an edit', insertedAfter(2), editedLines(3, 6), undefined],
    ['two insertions at one place', insertedAfter(7), insertedAfter(7), [[7, 7]]],
    ['two insertions at the top', insertedAfter(0), insertedAfter(0), [[1, 1]]],
    ['two insertions a line apart', insertedAfter(7), insertedAfter(8), undefined],
    ['a deletion and an edit in it', editedLines(1, 100), editedLines(50, 50), [[50, 50]]],
    ['a new file twice', wholeFile, wholeFile, []],
    ['a removed file and an edit', wholeFile, editedLines(2, 3), [[2, 3]]],
  ])('%s', (_, left, right, lines) => {
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      expect(findOverlaps([lane('a', { 'x.ts': [one] }), lane('b', { 'x.ts': [other] })])).toEqual([
        { path: 'x.ts', lanes: ['a', 'b'], meetings: lines === undefined ? [] : [{ lanes: ['a', 'b'], lines }] },
      ]);
    }
  });

  it('are named by file, files of one lane left out', () => {
    const found = findOverlaps([
      lane('a', { 'z.ts': [editedLines(1, 1)], 'only.ts': [wholeFile] }),
      lane('b', { 'z.ts': [editedLines(9, 9)], 'b.ts': [wholeFile] }),
      lane('c', { 'z.ts': [editedLines(1, 9)], 'b.ts': [editedLines(1, 1)] }),
    ]);
    expect(found).toEqual([
      { path: 'b.ts', lanes: ['b', 'c'], meetings: [{ lanes: ['b', 'c'], lines: [[1, 1]] }] },
      {
        path: 'z.ts',
        lanes: ['a', 'b', 'c'],
        meetings: [
          { lanes: ['a', 'c'], lines: [[1, 1]] },
          { lanes: ['b', 'c'], lines: [[9, 9]] },
        ],
      },
    ]);
  });
});

describe('100 generated sets of lanes', () => {
  /** Numbers that come again with the same seed. */
  const random = (seed: number) => {
    let state = seed;
    return (most: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >>> 8) % most;
    };
  };
  const lines = 30;

  it.each(Array.from({ length: 100 }, (_, index) => index + 1))('seed %i: as counting every place says', seed => {
    const some = random(seed * 104_729);
    // Each lane as the set of places it changes, place by place; ranges are made of runs of them.
    const sets = Array.from({ length: 2 + some(5) }, () =>
      Array.from({ length: 4 }, () => {
        const places = new Set<number>();
        for (let left = some(6); left > 0; left -= 1) {
          const first = 1 + some(lines);
          if (some(3) === 0) places.add(2 * first + 1);
          else for (let place = 2 * first; place <= 2 * Math.min(lines, first + some(5)); place += 1) places.add(place);
        }
        return places;
      }),
    );
    const ranges = (places: ReadonlySet<number>): PlaceRange[] => {
      const found: { from: number; to: number }[] = [];
      for (const place of [...places].sort((left, right) => left - right)) {
        const last = found.at(-1);
        if (last !== undefined && last.to === place - 1) last.to = place;
        else found.push({ from: place, to: place });
      }
      return found;
    };
    const given = sets.map((files, at) =>
      lane(
        `lane-${at}`,
        Object.fromEntries(files.flatMap((places, file) => (places.size === 0 ? [] : [[`f${file}`, ranges(places)]]))),
      ),
    );
    const expected: string[] = [];
    for (let file = 0; file < 4; file += 1) {
      for (let one = 0; one < sets.length; one += 1) {
        for (let other = one + 1; other < sets.length; other += 1) {
          const shared = [...(sets[one]?.[file] ?? [])].filter(place => sets[other]?.[file]?.has(place));
          if (shared.length > 0) expected.push(`f${file} lane-${one} lane-${other}`);
        }
      }
    }
    const found = findOverlaps(given).flatMap(({ path, meetings }) =>
      meetings.map(({ lanes: [one, other] }) => `${path} ${one} ${other}`),
    );
    expect(found).toEqual(expected);
  });
});
