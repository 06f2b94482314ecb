import * as z from 'zod';
import { claimOf, type LaneClaim, ownerOf } from '../../domain/lane/laneClaim.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { findOverlaps, type LaneChanges, type Overlap } from '../../domain/lane/overlap.js';
import { isOwned } from '../../domain/lane/ownedPath.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { Survey } from '../../git/lane/surveyLanes.js';
import type { Context } from '../context.js';
import { findLane, requireLanes } from './laneAccess.js';

/** Max new merges of pairs per call; the next call continues. */
const maxMerges = 60;

const pairField = z.tuple([z.string(), z.string()]);

export const overlapsSchema = z.object({
  /** Full id of the commit of the listed lines: the most common start of lanes; null without a lane. */
  at: z.string().nullable(),
  /** Lines of tracked files against the base. */
  lanes: z.array(z.object({ lane: z.string(), files: z.int(), added: z.int(), removed: z.int() })),
  /** Files that several lanes change, committed or not, by path. */
  overlaps: z.array(
    z.object({
      path: z.string(),
      lanes: z.array(z.string()),
      /** Pairs that change the same lines, with these; none if whole files conflict. */
      meetings: z.array(z.object({ lanes: pairField, lines: z.array(z.tuple([z.int(), z.int()])) })),
    }),
  ),
  /** Pairs whose commits do not merge, with the files in conflict. */
  conflicts: z.array(z.object({ lanes: pairField, paths: z.array(z.string()) })),
  /** Files changed by a lane that does not own them, with the owner. */
  violations: z.array(z.object({ lane: z.string(), path: z.string(), owner: z.string().nullable() })),
  unread: z.array(z.object({ lane: z.string(), why: z.enum(['gone', 'noBase']) })),
  /** Pairs without a prediction: git cannot tell, or the next call continues. */
  unpredicted: z.number().int(),
});
export type LaneOverlaps = z.output<typeof overlapsSchema>;

/** Overlaps of the open lanes; of one of them if `named`. Calls git; refuses an unknown lane. */
export async function readOverlaps(context: Context, named: string | undefined): Promise<LaneOverlaps> {
  const ports = requireLanes(context);
  const { rows, only } = await context.store.read(async transaction => ({
    rows: await transaction.lanes.list(openStatuses),
    only: named === undefined ? undefined : (await findLane(transaction, named)).name,
  }));
  const trees = await ports.trees();
  const survey = await trees.survey(
    rows.map(row => ({ lane: row.name, directory: row.worktree_path, base: row.base_branch })),
  );
  const { at, changes, unread } = survey;
  const isMeant = (...lanes: readonly string[]): boolean => only === undefined || lanes.includes(only);
  const overlaps = findOverlaps(changes).filter(({ lanes }) => isMeant(...lanes));
  const { conflicts, unpredicted } = await predict(trees, survey, overlaps, isMeant);
  return {
    at: at ?? null,
    lanes: changes
      .filter(({ lane }) => isMeant(lane))
      .map(({ lane, files, lines }) => ({ lane, files: files.size, ...lines })),
    overlaps: overlaps.map(overlap => shown(overlap, isMeant)),
    conflicts,
    violations: violationsOf(changes, rows.map(claimOf)).filter(({ lane, owner }) => isMeant(lane, owner ?? lane)),
    unread: unread.filter(({ lane }) => isMeant(lane)).map(one => ({ ...one })),
    unpredicted,
  };
}

type IsMeant = (...lanes: readonly string[]) => boolean;

function shown({ path, lanes, meetings }: Overlap, isMeant: IsMeant): LaneOverlaps['overlaps'][number] {
  return {
    path,
    lanes: [...lanes],
    meetings: meetings
      .filter(({ lanes: pair }) => isMeant(...pair))
      .map(({ lanes: [one, other], lines }) => ({
        lanes: [one, other],
        lines: lines.map(([first, last]) => [first, last]),
      })),
  };
}

/** Predicts merges of pairs with own commits in the same files, those in the same lines first. */
async function predict(
  trees: LaneTrees,
  { tips, memory }: Survey,
  overlaps: readonly Overlap[],
  isMeant: IsMeant,
): Promise<Pick<LaneOverlaps, 'conflicts' | 'unpredicted'>> {
  const pairs: [string, string][] = [];
  const taken = new Map<string, Set<string>>();
  // Called for each pair in each file: allocates nothing.
  const take = (one: string, other: string): void => {
    const others = taken.get(one) ?? new Set();
    if (others.has(other) || !isMeant(one, other) || !tips.has(one) || !tips.has(other)) return;
    pairs.push([one, other]);
    taken.set(one, others.add(other));
  };
  for (const { meetings } of overlaps) for (const { lanes } of meetings) take(...lanes);
  for (const { lanes } of overlaps) {
    const committed = lanes.filter(lane => tips.has(lane));
    for (const [at, one] of committed.entries()) for (const other of committed.slice(at + 1)) take(one, other);
  }
  const commits = pairs.map(([one, other]) => [tips.get(one) ?? '', tips.get(other) ?? ''] as const);
  const predicted = await trees.predict(commits, maxMerges, memory);
  const conflicts = pairs.flatMap((lanes, at) => {
    const paths = predicted[at];
    return paths === undefined || typeof paths === 'string' || paths.length === 0 ? [] : [{ lanes, paths: [...paths] }];
  });
  return { conflicts, unpredicted: predicted.filter(answer => typeof answer === 'string').length };
}

function violationsOf(changes: readonly LaneChanges[], claims: readonly LaneClaim[]): LaneOverlaps['violations'] {
  return changes.flatMap(({ lane, files }) => {
    const own = claims.find(claim => claim.lane === lane);
    const owned = own?.owned ?? [];
    return [...files.keys()].sort().flatMap(path => {
      if (owned.length > 0 && isOwned(path, owned)) return [];
      const owner = ownerOf(claims, path, own)?.lane ?? null;
      return owned.length === 0 && owner === null ? [] : [{ lane, path, owner }];
    });
  });
}
