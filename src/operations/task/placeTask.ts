import { formatRef, type Identifier } from '../../domain/identifier/identifier.js';
import type { LinkTarget } from '../../domain/record/column.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { type TaskRow, taskLimits } from '../../domain/task/taskRow.js';
import { lostTask } from '../../domain/task/taskRule.js';
import {
  byKind,
  portable,
  type TaskFile,
  type TaskFileKind,
  taskFileKinds,
  taskFileRecords,
} from '../../domain/taskFile/taskFile.js';
import { freeName, type Places, placeIds, placeNumbers, renumbered } from '../../records/placeRows.js';
import type { Transaction } from '../../store/store.js';

export interface TaskPlacing {
  readonly transaction: Transaction;
  readonly newId: () => string;
  /** Former row and rows of the task here, which were deleted; undefined for a new task. */
  readonly replaced: { readonly row: TaskRow; readonly file: TaskFile } | undefined;
}

export interface PlacedTask {
  readonly row: Omit<TaskRow, 'repository_id'>;
  readonly renumbered: readonly { readonly from: string; readonly to: string }[];
  /** Sentences on data that could not be kept. */
  readonly notes: readonly string[];
}

const numberedLists = taskFileKinds.flatMap(list => {
  const { kind } = taskFileRecords[list];
  return kind === undefined ? [] : [{ list, kind }];
});
const keyLength = 200;

type AnyRow = Readonly<Record<string, string | number | null | undefined>> & { readonly id: string };

/** Rows of a list whose definition has numbers. */
function numbered(rows: readonly object[]): readonly { readonly number: number }[] {
  return rows as readonly { readonly number: number }[];
}

/** Deletes all rows of a task in its file; the task itself stays. */
export async function removeRows(transaction: Transaction, file: TaskFile): Promise<void> {
  for (const kind of taskFileKinds) await transaction[kind].remove(file[kind].map(({ id }) => id));
}

/** Writes a task of another store, or an earlier state of this one's, with free ULIDs, numbers and names, also in references. */
export async function placeTask(placing: TaskPlacing, file: TaskFile): Promise<PlacedTask> {
  const { transaction } = placing;
  const places = await findPlaces(placing, file);
  const linked = await findLinks(transaction, file, places);
  const notes: string[] = [];
  const plans = await freePlans(transaction, file, notes);
  const planId = plans.some(({ id }) => id === file.task.plan_id) ? linked('plan', file.task.plan_id) : null;
  const workItem = linked('workItem', file.task.work_item_id);
  if (workItem === null && file.task.work_item_id !== null) notes.push('Its work item is not in this store.');
  const row = await writeTask(placing, { ...file.task, plan_id: planId, work_item_id: workItem });
  for (const kind of taskFileKinds) await placeRows(placing, { ...file, plans }, places, linked, kind);
  const moved = numberedLists.flatMap(({ list, kind }) => renumbered(kind, places[list]));
  const numbers = new Map([[file.task.number, row.number]]);
  return { row, renumbered: [...renumbered('task', { numbers }), ...moved], notes };
}

/** An existing task keeps its number, name and worktree. */
async function writeTask({ transaction, replaced }: TaskPlacing, task: TaskFile['task']): Promise<PlacedTask['row']> {
  const { tasks } = transaction;
  if (replaced !== undefined) {
    const { id: _id, number: _number, ref: _ref, revision: _revision, ...change } = task;
    const changed = await tasks.change(replaced.row, change);
    if (changed === undefined) throw new RefusalError(lostTask(replaced.row));
    return changed;
  }
  const number = (await placeNumbers(tasks, [task], new Set())).get(task.number) ?? task.number;
  const ref = await freeName(task.ref, taskLimits.ref, name => isKey(tasks, name));
  const row = { ...task, number, ref, worktree_path: null };
  await tasks.insert([row]);
  return row;
}

async function freePlans(transaction: Transaction, { plans }: TaskFile, notes: string[]): Promise<TaskFile['plans']> {
  const free: TaskFile['plans'] = [];
  for (const plan of plans) {
    if (!(await isKey(transaction.plans, plan.path))) free.push(plan);
    else notes.push(`${plan.path} is already registered here and was not changed.`);
  }
  return free;
}

async function findPlaces(
  { transaction, newId, replaced }: TaskPlacing,
  file: TaskFile,
): Promise<Record<TaskFileKind, Places>> {
  const places = byKind((): Places => ({ ids: new Map(), numbers: new Map() }));
  for (const kind of taskFileKinds) {
    places[kind] = { ...places[kind], ids: await placeIds(transaction[kind], file[kind], newId) };
  }
  for (const { list } of numberedLists) {
    const freed = new Set(replaced && numbered(replaced.file[list]).map(({ number }) => number));
    const numbers = await placeNumbers(transaction[list], numbered(file[list]), freed);
    places[list] = { ...places[list], numbers };
  }
  return places;
}

/** Maps a reference: to a row of the same file, else an existing one, else null. */
type Linked = (target: LinkTarget, id: string | number | null | undefined) => string | null;

/** A kind's reference columns, except those to the task. */
function linksOf(kind: TaskFileKind): readonly (readonly [column: string, target: LinkTarget])[] {
  return Object.entries(portable(taskFileRecords[kind].columns)).flatMap(
    ([
      name,
      {
        kind: { target },
      },
    ]) => (target === undefined ? [] : [[name, target] as const]),
  );
}

async function findLinks(
  transaction: Transaction,
  file: TaskFile,
  places: Record<TaskFileKind, Places>,
): Promise<Linked> {
  const kindOf = new Map<string, TaskFileKind>([['plan', 'plans']]);
  for (const { list, kind } of numberedLists) kindOf.set(kind, list);
  const placed = (target: LinkTarget, id: string): string | undefined => {
    const kind = kindOf.get(target);
    return kind === undefined ? undefined : places[kind].ids.get(id);
  };
  const here = new Set<string>();
  const findHere = async (target: LinkTarget, ids: readonly string[]): Promise<void> => {
    const kind = kindOf.get(target);
    const found =
      kind === undefined
        ? (await transaction.workItems.known(ids.map(ulid => ({ by: 'ulid', ulid })))).values()
        : await transaction[kind].ofIds(ids);
    for (const { id } of found) here.add(`${target} ${id}`);
  };
  await findHere('workItem', [file.task.work_item_id ?? '']);
  for (const kind of taskFileKinds) {
    const rows: readonly AnyRow[] = file[kind];
    for (const [column, target] of linksOf(kind)) {
      const ids = rows.flatMap(row => row[column] ?? []).map(String);
      await findHere(
        target,
        ids.filter(id => placed(target, id) === undefined),
      );
    }
  }
  return (target, id) => {
    if (typeof id !== 'string') return null;
    return placed(target, id) ?? (here.has(`${target} ${id}`) ? id : null);
  };
}

/** Writes rows of one kind; a taken caller's id gets a numeric suffix. */
async function placeRows(
  { transaction, replaced }: TaskPlacing,
  file: TaskFile,
  places: Record<TaskFileKind, Places>,
  linked: Linked,
  kind: TaskFileKind,
): Promise<void> {
  const { ids, numbers } = places[kind];
  const table: PlacedTable = transaction[kind];
  // Logs of earlier evidence are still beside the store, under its ULID.
  const logs = new Set(replaced?.file.evidence.map(({ id }) => id));
  const links = linksOf(kind);
  const rows: readonly AnyRow[] = file[kind];
  const placed = rows.map(row => ({
    ...row,
    ...('number' in row ? { number: numbers.get(Number(row.number)) } : {}),
    ...Object.fromEntries(links.map(([column, target]) => [column, linked(target, row[column])])),
    ...(kind === 'evidence' ? { log_file: logs.has(row.id) && row.log_hash !== null ? `${row.id}.log` : null } : {}),
    ...(kind === 'findings' ? { merged_from: mergedFrom(String(row.merged_from), numbers) } : {}),
    id: ids.get(row.id) ?? row.id,
    task_id: file.task.id,
  }));
  if (taskFileRecords[kind].key !== 'key') return table.insert(placed);
  // Ids of findings are unique per task, and the task is new.
  const taken = new Set<string>();
  const isTaken = async (name: string) => (kind === 'findings' ? taken.has(name) : isKey(table, name));
  for (const row of placed) {
    const { key } = row as { key?: string | number | null };
    const free = typeof key === 'string' ? await freeName(key, keyLength, isTaken) : null;
    if (free !== null) taken.add(free);
    await table.insert([{ ...row, key: free }]);
  }
}

interface PlacedTable {
  find(identifier: Identifier): Promise<unknown>;
  insert(rows: readonly object[]): Promise<void>;
}

function mergedFrom(refs: string, numbers: Places['numbers']): string {
  const moved = new Map([...numbers].map(([from, to]) => [formatRef('finding', from), formatRef('finding', to)]));
  return JSON.stringify((JSON.parse(refs) as string[]).map(ref => moved.get(ref) ?? ref));
}

async function isKey(table: Pick<PlacedTable, 'find'>, key: string): Promise<boolean> {
  return (await table.find({ by: 'key', key })) !== undefined;
}
