/**
 * What a lane changes in one file, in lines of the base that all lanes are compared in. Line n of the base is the place 2n,
 * the gap behind it 2n+1, so that an insertion has a place of its own: two lanes that insert behind the same line meet, one
 * that inserts and one that edits the line before do not.
 */
export interface PlaceRange {
  readonly from: number;
  /** Included. */
  readonly to: number;
}

/** Lines `first` to `last` of the base, counted from 1, are replaced or deleted. */
export function editedLines(first: number, last: number): PlaceRange {
  return { from: 2 * first, to: 2 * last };
}

/** Something is put behind line `line` of the base; 0 for the top. */
export function insertedAfter(line: number): PlaceRange {
  return { from: 2 * line + 1, to: 2 * line + 1 };
}

/** The whole file: it is new, deleted, renamed or no text. */
export const wholeFile: PlaceRange = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface LaneChanges {
  readonly lane: string;
  /** Ranges by path, in ascending order and apart from each other. */
  readonly files: ReadonlyMap<string, readonly PlaceRange[]>;
}

/** A file that several lanes change. */
export interface Overlap {
  readonly path: string;
  /** All lanes that change it, in the order they were given. */
  readonly lanes: readonly string[];
  /** Pairs of them that change the same lines, with these. */
  readonly meetings: readonly Meeting[];
}

export interface Meeting {
  readonly lanes: readonly [string, string];
  /** Lines of the base, from and to, counted from 1; empty where whole files meet. */
  readonly lines: readonly (readonly [number, number])[];
}

/** Files that more than one lane changes, by path. Takes time in proportion to the changes, not to the pairs of lanes. */
export function findOverlaps(lanes: readonly LaneChanges[]): Overlap[] {
  const byPath = new Map<string, LaneChanges[]>();
  for (const lane of lanes) {
    for (const path of lane.files.keys()) {
      const others = byPath.get(path);
      if (others === undefined) byPath.set(path, [lane]);
      else others.push(lane);
    }
  }
  return [...byPath]
    .filter(([, present]) => present.length > 1)
    .map(([path, present]) => ({ path, lanes: present.map(({ lane }) => lane), meetings: meetingsIn(path, present) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

function meetingsIn(path: string, lanes: readonly LaneChanges[]): Meeting[] {
  return lanes.flatMap((left, at) =>
    lanes.slice(at + 1).flatMap(right => {
      const shared = sharedRanges(left.files.get(path) ?? [], right.files.get(path) ?? []);
      return shared.length === 0
        ? []
        : [{ lanes: [left.lane, right.lane] as const, lines: shared.flatMap(range => linesOf(range)) }];
    }),
  );
}

/** What is in both lists of ranges. */
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
  // A gap is told as the line before it; the top of the file as its first line.
  const first = Math.max(1, Math.floor(from / 2));
  return [[first, Math.max(first, Math.floor(to / 2))]];
}
