import { formatRef } from '../domain/identifier/identifier.js';
import { openStatuses } from '../domain/lane/laneStatus.js';
import type { WorkTree } from '../git/workTree.js';
import type { Context } from '../records/context.js';
import { cachedUntilCommit } from './cachedUntilCommit.js';

export interface WorkPlace {
  /** `L-3 (login)`, `T-2 (w12-rate-limit)` */
  readonly called: string;
  /** Name of the lane; null for a task. */
  readonly lane: string | null;
  readonly directory: string;
  readonly branch: string | null;
  /** The lane's agent, or the claimant of the task's item; null if unknown. */
  readonly holder: string | null;
}

export async function readWorkPlaces(context: Context): Promise<readonly WorkPlace[]> {
  const places = await cachedUntilCommit(context, { name: 'places', version: 1 }, async transaction => {
    const lanes = await transaction.lanes.list(openStatuses);
    const tasks = (await transaction.tasks.live()).filter(({ worktree_path }) => worktree_path !== null);
    const workers = await transaction.workers.ofLanes(lanes.map(({ id }) => id));
    const items = await transaction.workItems.ofIds(
      tasks.flatMap(({ work_item_id: item }) => (item === null ? [] : [item])),
    );
    return [
      ...lanes.map(
        ({ id, number, name, worktree_path: directory, branch }): WorkPlace => ({
          ...{ called: `${formatRef('lane', number)} (${name})`, lane: name, directory, branch },
          holder: workers.find(({ lane_id }) => lane_id === id)?.agent ?? null,
        }),
      ),
      ...tasks.map(({ number, ref, worktree_path: directory, branch, work_item_id: itemId }): WorkPlace => {
        const item = items.find(({ id, status }) => id === itemId && status === 'in_flight');
        const called = `${formatRef('task', number)} (${ref})`;
        return { called, lane: null, directory: directory ?? '', branch, holder: item?.owner ?? null };
      }),
    ];
  });
  return places ?? [];
}

/** Reason for an agent outside of lanes not to edit a file in another worktree. */
export interface PlaceVerdict {
  /** The agent's task, in whose worktree it must edit; undefined if others work in the other one. */
  readonly home: WorkPlace | undefined;
  /** The other worktree's use, if known. */
  readonly there: WorkPlace | undefined;
  readonly holder: string | null;
}

/** Judges a file by its worktree `tree`: a task's session edits only there, and none where others work. Undefined if allowed. */
export async function judgePlace(
  places: readonly WorkPlace[],
  tree: string | undefined,
  workTree: Pick<WorkTree, 'root' | 'gitDir' | 'commonDir' | 'head'>,
  nameOf: () => Promise<string>,
): Promise<PlaceVerdict | undefined> {
  if (places.length === 0 || tree === undefined || tree === slashed(workTree.root)) return undefined;
  const there = places.find(({ directory }) => slashed(directory) === tree);
  const holder = there?.holder ?? null;
  if (holder !== null && holder === (await nameOf())) return undefined;
  const isMain = workTree.gitDir === workTree.commonDir;
  const home = isMain ? undefined : await placeOf(places, workTree);
  return home === undefined && holder === null ? undefined : { home, there, holder };
}

/** Falls back to the branch, for a moved worktree. */
async function placeOf(places: readonly WorkPlace[], workTree: Pick<WorkTree, 'root' | 'head'>) {
  const here = places.find(({ directory }) => directory === workTree.root);
  if (here !== undefined) return here;
  const { branch } = await workTree.head();
  return branch === undefined ? undefined : places.find(place => place.branch === branch);
}

/** The first whose worktree is this folder or contains it. */
export function placeIn(places: readonly WorkPlace[], folder: string): WorkPlace | undefined {
  return places.find(({ directory }) => {
    const place = slashed(directory);
    return place === folder || place.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
  });
}

export function slashed(directory: string): string {
  return directory.replaceAll('\\', '/');
}
