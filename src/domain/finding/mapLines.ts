import { distinctive, type TextLines, wordWeight } from './textLines.js';

/** Mapping result of a line that is gone or ambiguous. */
export const unmapped = -1;
const contested = -2;

interface Mapping {
  readonly old: readonly string[];
  readonly now: readonly string[];
  /** Old index → new index, `unmapped` or `contested`. */
  readonly to: Int32Array;
  /** New index → old index, `unmapped` or `contested`. */
  readonly from: Int32Array;
}

/** A stretch of both texts; ends are exclusive. */
interface Gap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly nowStart: number;
  readonly nowEnd: number;
}

/**
 * Maps each line of `old` to its index in `now`, or `unmapped`. Unlike a diff, never picks between equal lines: unique lines are
 * anchors, neighbors follow while both sides agree. Moved lines are followed by their text.
 */
export function mapLines(old: TextLines, now: TextLines): Int32Array {
  const mapping: Mapping = {
    old: old.keys,
    now: now.keys,
    to: new Int32Array(old.keys.length).fill(unmapped),
    from: new Int32Array(now.keys.length).fill(unmapped),
  };
  mapGaps(mapping, { oldStart: 0, oldEnd: old.keys.length, nowStart: 0, nowEnd: now.keys.length });
  mapMoved(mapping);
  return mapping.to.map(index => (index === contested ? unmapped : index));
}

/** Maps a stretch, then what remains of it, until nothing more is certain. */
function mapGaps(mapping: Mapping, whole: Gap): void {
  const open = [whole];
  for (let gap = open.pop(); gap !== undefined; gap = open.pop()) {
    if (gap.oldStart === gap.oldEnd || gap.nowStart === gap.nowEnd) continue;
    const pairs = longestIncreasing(uniquePairs(mapping, gap));
    if (pairs.length === 0) {
      const inner = mapEnds(mapping, gap);
      if (inner !== undefined) open.push(inner);
      continue;
    }
    let { oldStart, nowStart } = gap;
    for (const [oldIndex, nowIndex] of pairs) {
      join(mapping, oldIndex, nowIndex);
      open.push({ oldStart, oldEnd: oldIndex, nowStart, nowEnd: nowIndex });
      oldStart = oldIndex + 1;
      nowStart = nowIndex + 1;
    }
    open.push({ oldStart, oldEnd: gap.oldEnd, nowStart, nowEnd: gap.nowEnd });
  }
}

function join(mapping: Mapping, oldIndex: number, nowIndex: number): void {
  mapping.to[oldIndex] = nowIndex;
  mapping.from[nowIndex] = oldIndex;
}

/** Pairs of lines that are unique in both stretches, in old order. */
function uniquePairs({ old, now }: Mapping, gap: Gap): [number, number][] {
  const inNow = onceIn(now, gap.nowStart, gap.nowEnd);
  const inOld = onceIn(old, gap.oldStart, gap.oldEnd);
  const pairs: [number, number][] = [];
  for (const [key, oldIndex] of inOld) {
    const nowIndex = inNow.get(key);
    if (oldIndex >= 0 && nowIndex !== undefined && nowIndex >= 0) pairs.push([oldIndex, nowIndex]);
  }
  return pairs;
}

/** Index by key, -1 if it is not unique in this stretch. Ignores empty lines. */
function onceIn(keys: readonly string[], start: number, end: number): Map<string, number> {
  const seen = new Map<string, number>();
  for (let index = start; index < end; index += 1) {
    const key = keys[index] as string;
    if (key !== '') seen.set(key, seen.has(key) ? -1 : index);
  }
  return seen;
}

/** Returns the longest subsequence of pairs whose new indexes ascend. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, nowIndex], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as [number, number])[1] < nowIndex) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1] as number;
    tails[low] = index;
  });
  const ascent: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] as number) {
    ascent.push(pairs[index] as [number, number]);
  }
  return ascent.reverse();
}

/**
 * Maps equal lines at both ends; those that match at different places become contested. Undefined if nothing remains or was
 * mapped.
 */
function mapEnds(mapping: Mapping, gap: Gap): Gap | undefined {
  const { old, now } = mapping;
  const oldLength = gap.oldEnd - gap.oldStart;
  const nowLength = gap.nowEnd - gap.nowStart;
  const shorter = Math.min(oldLength, nowLength);
  let head = 0;
  while (head < shorter && old[gap.oldStart + head] === now[gap.nowStart + head]) head += 1;
  let tail = 0;
  while (tail < shorter && old[gap.oldEnd - 1 - tail] === now[gap.nowEnd - 1 - tail]) tail += 1;
  const even = oldLength === nowLength;
  const overlap = even ? 0 : Math.max(0, head + tail - shorter);
  for (let step = 0; step < head - overlap; step += 1) join(mapping, gap.oldStart + step, gap.nowStart + step);
  for (let step = 0; step < tail - overlap; step += 1) join(mapping, gap.oldEnd - 1 - step, gap.nowEnd - 1 - step);
  if (overlap > 0) contest(mapping, gap);
  if (overlap > 0 || head + tail === 0 || head + tail >= shorter) return undefined;
  return {
    oldStart: gap.oldStart + head,
    oldEnd: gap.oldEnd - tail,
    nowStart: gap.nowStart + head,
    nowEnd: gap.nowEnd - tail,
  };
}

/** Excludes the rest of the stretch from the search for moved lines, too. */
function contest({ to, from }: Mapping, gap: Gap): void {
  for (let index = gap.oldStart; index < gap.oldEnd; index += 1) if (to[index] === unmapped) to[index] = contested;
  for (let index = gap.nowStart; index < gap.nowEnd; index += 1) if (from[index] === unmapped) from[index] = contested;
}

/** Follows moved lines: starts from a line that is left once on each side, then extends to its neighbors. */
function mapMoved(mapping: Mapping): void {
  const { old, now, to, from } = mapping;
  const leftNow = leftOver(now, from);
  for (const [key, oldIndex] of leftOver(old, to)) {
    const nowIndex = leftNow.get(key);
    if (oldIndex < 0 || nowIndex === undefined || nowIndex < 0 || wordWeight(key) < distinctive) continue;
    if (to[oldIndex] !== unmapped || from[nowIndex] !== unmapped) continue;
    join(mapping, oldIndex, nowIndex);
    for (const step of [-1, 1]) {
      for (let at = step; isFree(mapping, oldIndex + at, nowIndex + at); at += step) {
        join(mapping, oldIndex + at, nowIndex + at);
      }
    }
  }
}

function isFree({ old, now, to, from }: Mapping, oldIndex: number, nowIndex: number): boolean {
  return to[oldIndex] === unmapped && from[nowIndex] === unmapped && old[oldIndex] === now[nowIndex];
}

function leftOver(keys: readonly string[], mapped: Int32Array): Map<string, number> {
  const seen = new Map<string, number>();
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    if (mapped[index] === unmapped && key !== '') seen.set(key, seen.has(key) ? -1 : index);
  }
  return seen;
}
