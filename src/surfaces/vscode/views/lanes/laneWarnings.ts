import type { LaneOverlaps } from '../../../../records/lane/readOverlaps.js';

/** Possible problems in merging a file that a lane changes. */
export interface LaneWarning {
  readonly path: string;
  /** Lanes that change the same lines of it. */
  readonly meets: readonly string[];
  /** These lines, as `3-9` or `12`; empty if whole files overlap. */
  readonly lines: readonly string[];
  /** Lanes that change other lines of it. */
  readonly shares: readonly string[];
  /** Lanes with which it would conflict. */
  readonly conflicts: readonly string[];
  /** Owning lane's name; null for no owner; undefined if this lane owns it. */
  readonly owner: string | null | undefined;
}

interface Growing {
  readonly path: string;
  readonly meets: Set<string>;
  readonly lines: Set<string>;
  readonly shares: Set<string>;
  readonly conflicts: Set<string>;
  owner: string | null | undefined;
}

/** Groups warnings by lane name, most severe first, then by path. */
export function warningsByLane({
  overlaps,
  conflicts,
  violations,
}: Pick<LaneOverlaps, 'overlaps' | 'conflicts' | 'violations'>): ReadonlyMap<string, readonly LaneWarning[]> {
  const found = new Map<string, Map<string, Growing>>();
  const at = (lane: string, path: string): Growing => {
    const files = found.get(lane) ?? new Map<string, Growing>();
    found.set(lane, files);
    const empty = { meets: new Set<string>(), lines: new Set<string>(), shares: new Set<string>() };
    const warning = files.get(path) ?? { path, ...empty, conflicts: new Set<string>(), owner: undefined };
    files.set(path, warning);
    return warning;
  };
  for (const { path, lanes, meetings } of overlaps) {
    for (const lane of lanes) for (const other of lanes) if (other !== lane) at(lane, path).shares.add(other);
    for (const { lanes: pair, lines } of meetings) {
      for (const [lane, other] of bothWays(pair)) {
        const warning = at(lane, path);
        warning.shares.delete(other);
        warning.meets.add(other);
        for (const [first, last] of lines) warning.lines.add(first === last ? String(first) : `${first}-${last}`);
      }
    }
  }
  for (const { lanes, paths } of conflicts) {
    for (const [lane, other] of bothWays(lanes)) for (const path of paths) at(lane, path).conflicts.add(other);
  }
  for (const { lane, path, owner } of violations) at(lane, path).owner = owner;
  return new Map([...found].map(([lane, files]) => [lane, [...files.values()].map(asWarning).sort(compare)]));
}

/** Returns the lanes with overlapping lines, without the one of `conflictIn`. */
export function meetsOf(warnings: readonly LaneWarning[]): readonly string[] {
  const named = conflictIn(warnings)?.lane;
  const others = warnings.flatMap(({ meets, conflicts }) => [...meets, ...conflicts]);
  return [...new Set(others)].filter(lane => lane !== named);
}

/** Returns the first expected conflict; undefined for none. */
export function conflictIn(
  warnings: readonly LaneWarning[],
): { readonly lane: string; readonly path: string } | undefined {
  return warnings.flatMap(({ conflicts, path }) => conflicts.map(lane => ({ lane, path })))[0];
}

function bothWays([one, other]: readonly [string, string]): readonly (readonly [string, string])[] {
  return [
    [one, other],
    [other, one],
  ];
}

function asWarning({ path, meets, lines, shares, conflicts, owner }: Growing): LaneWarning {
  return { path, meets: [...meets], lines: [...lines], shares: [...shares], conflicts: [...conflicts], owner };
}

function compare(left: LaneWarning, right: LaneWarning): number {
  return gravity(left) - gravity(right) || (left.path < right.path ? -1 : 1);
}

function gravity({ conflicts, meets, owner }: LaneWarning): number {
  if (conflicts.length > 0) return 0;
  if (meets.length > 0) return 1;
  return owner !== undefined ? 2 : 3;
}
