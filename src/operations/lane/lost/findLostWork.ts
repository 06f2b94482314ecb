import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { type Rescue, rescueRoot } from '../../../git/rescue/rescue.js';
import { redact } from '../../../platform/redact.js';
import type { Context } from '../../../records/context.js';
import { workerOf } from '../../../records/lane/laneAccess.js';
import type { LostWork } from './lostFields.js';

/** `login/20261121T123005007Z` */
export function rescueName({ ref }: Pick<Rescue, 'ref'>): string {
  return ref.slice(rescueRoot.length);
}

/** Work lost since a time, ms UTC, newest first. Secrets in titles are redacted. */
export async function findLostWork(
  context: Context,
  ports: LanePorts,
  since: number,
): Promise<{ lost: LostWork[]; isComplete: boolean }> {
  const trees = await ports.trees();
  const { found, isComplete } = await trees.findLostCommits({ since, signal: context.signal });
  const lanes = await context.store.read(transaction => transaction.lanes.list());
  const closers = await closersOf(context, since);
  const rescues = (await trees.rescues()).filter(({ manifest }) => manifest.keptAt >= since);
  const lost: LostWork[] = [
    ...found.map(({ commit, subject, author, committedAt, branch, ...more }) => ({
      ...more,
      id: commit.slice(0, idLength),
      what: title(subject),
      at: new Date(committedAt).toISOString(),
      who: title(author),
      branch: branch ?? null,
      lane: lanes.find(lane => lane.branch === branch)?.name ?? null,
      commit,
      restorable: false,
    })),
    ...(await backups(context, trees, rescues, { lanes, closers })),
    ...(await removedTrees(context, trees, { lanes, closers, rescues, since })),
  ];
  lost.sort((one, other) => Date.parse(other.at) - Date.parse(one.at) || (one.id < other.id ? -1 : 1));
  return { lost, isComplete };
}

const idLength = 10;

function title(text: string): string {
  return redact(oneLine(text));
}

const maxEvents = 1000;

async function closersOf({ store }: Context, from: number): Promise<ReadonlyMap<string, string>> {
  const types = ['lane_closed', 'worker_merged', 'worker_retried'];
  const events = await store.read(transaction =>
    Promise.all(types.map(type => transaction.events.list({ type, from }, 'oldest', maxEvents))),
  );
  return new Map(
    events.flat().flatMap(({ payload, actor }) => {
      const { lane } = JSON.parse(payload) as { readonly lane?: unknown };
      return typeof lane === 'string' && actor !== null ? [[lane, actor] as const] : [];
    }),
  );
}

interface Known {
  readonly lanes: readonly LaneRow[];
  readonly closers: ReadonlyMap<string, string>;
}

async function backups(
  { store }: Context,
  trees: LaneTrees,
  rescues: readonly Rescue[],
  { lanes, closers }: Known,
): Promise<LostWork[]> {
  const counts = await trees.filesOfRescues(rescues);
  const rows: LostWork[] = [];
  for (const [at, rescue] of rescues.entries()) {
    const { lane: name, keptAt, headRef, head } = rescue.manifest;
    const lane = lanes.find(one => one.name === name);
    const worker = lane && (await store.read(transaction => workerOf(transaction, lane.id)));
    rows.push({
      kind: 'backup',
      id: rescueName(rescue),
      what: title(lane?.description ?? name),
      at: new Date(keptAt).toISOString(),
      who: (lane && closers.get(formatRef('lane', lane.number))) ?? null,
      branch: headRef?.replace(/^refs\/heads\//, '') ?? null,
      lane: name,
      files: counts[at] ?? null,
      commits: 0,
      commit: head,
      restorable: lane?.status === 'closed' && worker?.rescue_ref === rescue.ref,
    });
  }
  return rows;
}

/** Worktrees of ended lanes, and missing folders, without a backup. */
async function removedTrees(
  { store }: Context,
  trees: LaneTrees,
  { lanes, closers, rescues, since }: Known & { readonly rescues: readonly Rescue[]; readonly since: number },
): Promise<LostWork[]> {
  const backedUp = new Set(rescues.map(({ manifest }) => manifest.directory));
  const isThere = new Set((await trees.list()).flatMap(tree => (tree.isThere ? [tree.directory] : [])));
  const rows: LostWork[] = [];
  const over = lanes.filter(
    ({ status, updated_at, worktree_path: path }) =>
      (status === 'closed' || status === 'merged') && updated_at >= since && !isThere.has(path) && !backedUp.has(path),
  );
  for (const lane of over) {
    const commit = await tipOfLane({ store }, trees, lane);
    if (commit === undefined) continue;
    const ref = formatRef('lane', lane.number);
    rows.push({
      ...treeRow(ref, lane.worktree_path, lane.updated_at, { branch: lane.branch, commit }),
      who: closers.get(ref) ?? null,
      lane: lane.name,
      restorable: lane.status === 'closed',
    });
  }
  const known = new Set([...over.map(({ worktree_path }) => worktree_path), ...backedUp]);
  for (const { directory, branch = null, commit, usedAt } of await trees.goneTrees()) {
    if (usedAt < since || known.has(directory)) continue;
    const lane = lanes.find(({ worktree_path: path }) => path === directory)?.name ?? null;
    const row = treeRow(commit.slice(0, idLength), directory, usedAt, { branch, commit });
    rows.push({ ...row, who: null, lane, restorable: false });
  }
  return rows;
}

function treeRow(
  id: string,
  directory: string,
  at: number,
  { branch, commit }: { readonly branch: string | null; readonly commit: string },
): Omit<LostWork, 'who' | 'lane' | 'restorable'> {
  const when = new Date(at).toISOString();
  return { kind: 'worktree', id, what: title(directory), at: when, branch, files: null, commits: 0, commit };
}

/** Last known commit of a lane: of its branch, as merged, else as submitted. */
export async function tipOfLane(
  { store }: Pick<Context, 'store'>,
  trees: LaneTrees,
  { id, branch }: Pick<LaneRow, 'id' | 'branch'>,
): Promise<string | undefined> {
  const tip = (await trees.branchCommit(branch)) ?? (await trees.mergedCommit(branch));
  if (tip !== undefined) return tip;
  const submitted = (await store.read(transaction => workerOf(transaction, id)))?.submitted_sha;
  return submitted == null ? undefined : (await trees.lostCommitAt(submitted))?.commit;
}
