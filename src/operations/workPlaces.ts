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
  /** Opened the lane, if no agent has begun it; null otherwise. */
  readonly opener: string | null;
}

export async function readWorkPlaces(context: Context): Promise<readonly WorkPlace[]> {
  const places = await cachedUntilCommit(context, { name: 'places', version: 2 }, async transaction => {
    const lanes = await transaction.lanes.list(openStatuses);
    const tasks = (await transaction.tasks.live()).filter(({ worktree_path }) => worktree_path !== null);
    const workers = await transaction.workers.ofLanes(lanes.map(({ id }) => id));
    const items = await transaction.workItems.ofIds(
      tasks.flatMap(({ work_item_id: item }) => (item === null ? [] : [item])),
    );
    return [
      ...lanes.map(({ id, number, name, worktree_path: directory, branch, created_by: opener }): WorkPlace => {
        const holder = workers.find(({ lane_id }) => lane_id === id)?.agent ?? null;
        const called = `${formatRef('lane', number)} (${name})`;
        return { called, lane: name, directory, branch, holder, opener: holder === null ? opener : null };
      }),
      ...tasks.map(({ number, ref, worktree_path: directory, branch, work_item_id: itemId }): WorkPlace => {
        const item = items.find(({ id, status }) => id === itemId && status === 'in_flight');
        const called = `${formatRef('task', number)} (${ref})`;
        return { called, lane: null, directory: directory ?? '', branch, holder: item?.owner ?? null, opener: null };
      }),
    ];
  });
  return places ?? [];
}

/** Reason for an agent outside of lanes not to change anything in another worktree. */
export interface PlaceVerdict {
  /** The agent's task, in whose worktree it must edit; undefined if others work in the other one. */
  readonly home: WorkPlace | undefined;
  /** The other worktree's use, if known. */
  readonly there: WorkPlace | undefined;
  /** Null in a lane that no agent has begun. */
  readonly holder: string | null;
}

/**
 * Judges a change by its worktree `tree`: a task's session edits only there, none edits where others work or in a lane that is
 * not its own. Undefined if allowed.
 */
export async function judgePlace(
  context: Context,
  places: readonly WorkPlace[],
  tree: string | undefined,
): Promise<PlaceVerdict | undefined> {
  const { workTree, actor, namedActor, sharesName } = context;
  if (workTree === undefined || places.length === 0 || tree === undefined || tree === slashed(workTree.root)) {
    return undefined;
  }
  const there = places.find(({ directory }) => slashed(directory) === tree);
  const home = workTree.gitDir === workTree.commonDir ? undefined : await placeOf(places, workTree);
  const { name } = (await namedActor?.()) ?? actor;
  // A namesake in the worktree of a task is another session.
  const isOwn = there !== undefined && (there.holder ?? there.opener) === name;
  if (isOwn && (sharesName !== true || home === undefined)) return undefined;
  const holder = there?.holder ?? null;
  const isOthers = holder !== null || (there !== undefined && there.lane !== null);
  return home === undefined && !isOthers ? undefined : { home, there, holder };
}

/** `what`: the beginning of a sentence, such as `src/a.ts is in`; `instead`: what to do in its own worktree. */
export function placeReason(what: string, { home, there, holder }: PlaceVerdict, instead: string): string {
  const where = there === undefined ? 'another worktree' : `the worktree of ${there.called}`;
  if (home !== undefined) return `${what} ${where}, but ${home.called} works in ${home.directory}. ${instead}`;
  return holder === null
    ? `${what} ${where}, which its agent has not begun yet. Leave it to that agent.`
    : `${what} ${where}, where ${holder} works. Leave it to that agent, or take its work over first.`;
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
