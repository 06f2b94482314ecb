/**
 * Changes in lines of the common base. Line n has position 2n, the gap after it 2n+1: two insertions after the same line overlap;
 * an insertion there and an edit of that line do not.
 */
export interface PlaceRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** Range for replaced or deleted lines `first` to `last` of the base, from 1. */
export function editedLines(first: number, last: number): PlaceRange {
  return { from: 2 * first, to: 2 * last };
}

/** Range for an insertion after line `line` of the base; 0 for the top. */
export function insertedAfter(line: number): PlaceRange {
  return { from: 2 * line + 1, to: 2 * line + 1 };
}

/** Range for a file that is new, deleted, renamed or binary. */
export const wholeFile: PlaceRange = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface LaneChanges {
  readonly lane: string;
  /** Ranges by path, ascending and disjoint. */
  readonly files: ReadonlyMap<string, readonly PlaceRange[]>;
}

export interface Overlap {
  readonly path: string;
  /** All lanes that change it, in input order. */
  readonly lanes: readonly string[];
  readonly meetings: readonly Meeting[];
}

export interface Meeting {
  readonly lanes: readonly [string, string];
  /** Lines of the base, from and to, from 1; empty if whole files overlap. */
  readonly lines: readonly (readonly [number, number])[];
}

interface Change {
  readonly lane: string;
  readonly ranges: readonly PlaceRange[];
}

/** Finds files that more than one lane changes. Takes time proportional to the changes, not to the pairs of lanes. */
export function findOverlaps(lanes: readonly LaneChanges[]): Overlap[] {
  const byPath = new Map<string, Change[]>();
  for (const { lane, files } of lanes) {
    for (const [path, ranges] of files) {
      const others = byPath.get(path);
      if (others === undefined) byPath.set(path, [{ lane, ranges }]);
      else others.push({ lane, ranges });
    }
  }
  return [...byPath]
    .filter(([, changes]) => changes.length > 1)
    .map(([path, changes]) => ({ path, lanes: changes.map(({ lane }) => lane), meetings: meetingsIn(changes) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Avoids allocation: there are many pairs, and most do not overlap. */
function meetingsIn(changes: readonly Change[]): Meeting[] {
  const found: Meeting[] = [];
  for (let one = 0; one < changes.length; one += 1) {
    const left = changes[one] as Change;
    for (let other = one + 1; other < changes.length; other += 1) {
      const right = changes[other] as Change;
      if (!mayMeet(left.ranges, right.ranges)) continue;
      const shared = sharedRanges(left.ranges, right.ranges);
      if (shared.length === 0) continue;
      found.push({ lanes: [left.lane, right.lane], lines: shared.flatMap(range => linesOf(range)) });
    }
  }
  return found;
}

function mayMeet(left: readonly PlaceRange[], right: readonly PlaceRange[]): boolean {
  const [leftFirst, rightFirst, leftLast, rightLast] = [left[0], right[0], left.at(-1), right.at(-1)];
  if (leftFirst === undefined || rightFirst === undefined || leftLast === undefined || rightLast === undefined) {
    return false;
  }
  return leftFirst.from <= rightLast.to && rightFirst.from <= leftLast.to;
}

function sharedRanges(left: readonly PlaceRange[], right: readonly PlaceRange[]): PlaceRange[] {
  const shared: PlaceRange[] = [];
  let one = 0;
  let other = 0;
  while (one < left.length && other < right.length) {
    const a = left[one] as PlaceRange;
    const b = right[other] as PlaceRange;
    const from = Math.max(a.from, b.from);
    const to = Math.min(a.to, b.to);
    if (from <= to) shared.push({ from, to });
    if (a.to < b.to) one += 1;
    else other += 1;
  }
  return shared;
}

function linesOf({ from, to }: PlaceRange): [number, number][] {
  if (to === Number.MAX_SAFE_INTEGER) return [];
  // A gap counts as the line before it; the top of the file as line 1.
  const first = Math.max(1, Math.floor(from / 2));
  return [[first, Math.max(first, Math.floor(to / 2))]];
}
