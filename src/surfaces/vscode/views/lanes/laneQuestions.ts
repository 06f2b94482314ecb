import type { Lane } from '../../../../domain/lane/lane.js';
import type { Need, NeedKind } from '../../../../domain/lane/need.js';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../../repository.js';

const asking: ReadonlySet<NeedKind> = new Set<NeedKind>(['question', 'permission', 'workItem']);

/** Returns the times of the first open questions of lanes or their items, in ms UTC, by lane name. */
export function askedTimes(lanes: readonly Lane[], needs: readonly Need[]): ReadonlyMap<string, number> {
  const open = needs.filter(({ kind }) => asking.has(kind));
  return new Map(
    lanes.flatMap(({ lane, workItem }) => {
      const own = open.filter(need => need.lane === lane || (workItem !== null && need.item === workItem));
      return own.length === 0 ? [] : [[lane, Math.min(...own.map(({ since }) => Date.parse(since)))] as const];
    }),
  );
}

/** Counts the files of resubmitted lanes that have changed since the person's review; a lane that cannot be compared is absent. */
export async function changedSinceReview(
  repository: Repository,
  lanes: readonly string[],
): Promise<ReadonlyMap<string, { readonly files: number; readonly of: number }>> {
  const { laneChanges } = await loadLaneOperations();
  const counts = await Promise.all(
    lanes.map(async lane => {
      const [all, again] = await Promise.all([
        repository.invoke(laneChanges, { lane, committed: true }),
        repository.invoke(laneChanges, { lane, committed: true, sinceReview: true }),
      ]);
      if (isRefusal(all) || isRefusal(again)) return [];
      return [[lane, { files: again.files.length, of: all.files.length }] as const];
    }),
  );
  return new Map(counts.flat());
}
