import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { TaskFile } from '../../domain/task/portable/taskFile.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { lostTask } from '../../domain/task/taskRule.js';
import type { Transaction } from '../../store/store.js';
import { freeName, type Places, placeIds, placeNumbers, renumbered } from './placeRows.js';

export interface TaskPlacing {
  readonly transaction: Transaction;
  readonly newId: () => string;
  /** What the task was here, and all rows of which are gone; undefined for a task that is new here. */
  readonly replaced: { readonly row: TaskRow; readonly file: TaskFile } | undefined;
}

export interface PlacedTask {
  readonly row: Omit<TaskRow, 'repository_id'>;
  readonly renumbered: readonly { readonly from: string; readonly to: string }[];
  /** Sentences about what could not be kept. */
  readonly notes: readonly string[];
}

type NumberedKind = 'decisions' | 'slices' | 'blockers' | 'nextActions' | 'evidence' | 'findings' | 'reviewRuns';
type Kind = NumberedKind | 'touchedFiles' | 'plans' | 'planCursors' | 'compactions';

/** The kinds of rows with numbers, and what their refs are called. */
const numberedKinds = {
  decisions: 'decision',
  slices: 'slice',
  blockers: 'blocker',
  nextActions: 'nextAction',
  evidence: 'evidence',
  findings: 'finding',
  reviewRuns: 'reviewRun',
} as const;
/** Characters of a caller's own id. */
const keyLength = 200;
const otherKinds = ['touchedFiles', 'plans', 'planCursors', 'compactions'] as const;

/** Takes out all rows of a task that a file of it holds; the task itself stays. */
export async function removeRows(transaction: Transaction, file: TaskFile): Promise<void> {
  for (const kind of [...(Object.keys(numberedKinds) as NumberedKind[]), ...otherKinds]) {
    await transaction[kind].remove(file[kind].map(({ id }) => id));
  }
}

/**
 * Writes a task of another store, or of this one at another time, with all that belongs to it: ULIDs, numbers and names that
 * are taken here are exchanged for free ones, and what points to them follows. Who did what and when stays as it was.
 */
export async function placeTask(placing: TaskPlacing, file: TaskFile): Promise<PlacedTask> {
  const { transaction } = placing;
  const places = await findPlaces(placing, file);
  const links = await findLinks(transaction, file, places);
  const notes: string[] = [];
  const plans = await freePlans(transaction, file, notes);
  const isOwnPlan = plans.some(({ id }) => id === file.task.plan_id);
  const planId = isOwnPlan ? (places.plans.ids.get(file.task.plan_id ?? '') ?? null) : null;
  const workItem = links.workItem(file.task.work_item_id);
  if (workItem === null && file.task.work_item_id !== null) notes.push('Its work item is not in this store.');
  const row = await writeTask(placing, { ...file.task, plan_id: planId, work_item_id: workItem });
  await transaction.plans.insert(
    plans.map(plan => ({
      ...plan,
      id: places.plans.ids.get(plan.id) ?? plan.id,
      task_id: row.id,
      review_run_id: links.reviewRun(plan.review_run_id),
    })),
  );
  await placeWork(placing, file, places, links);
  await placeProofs(placing, file, places, links);
  await placeReviews(placing, file, places, links);
  const moved = (Object.keys(numberedKinds) as NumberedKind[]).flatMap(kind =>
    renumbered(numberedKinds[kind], places[kind]),
  );
  const numbers = new Map([[file.task.number, row.number]]);
  return { row, renumbered: [...renumbered('task', { numbers }), ...moved], notes };
}

/** Writes the task itself: one that is here keeps its number, its name and its worktree. */
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

/** The plans whose paths no other plan has here. */
async function freePlans(transaction: Transaction, { plans }: TaskFile, notes: string[]): Promise<TaskFile['plans']> {
  const free: TaskFile['plans'] = [];
  for (const plan of plans) {
    if (!(await isKey(transaction.plans, plan.path))) free.push(plan);
    else notes.push(`${plan.path} is a registered plan here already and stays as it is.`);
  }
  return free;
}

async function findPlaces(
  { transaction, newId, replaced }: TaskPlacing,
  file: TaskFile,
): Promise<Record<Kind, Places>> {
  const places: Partial<Record<Kind, Places>> = {};
  for (const kind of Object.keys(numberedKinds) as NumberedKind[]) {
    const freed = new Set(replaced?.file[kind].map(row => row.number));
    places[kind] = {
      ids: await placeIds(transaction[kind], file[kind], newId),
      numbers: await placeNumbers(transaction[kind], file[kind], freed),
    };
  }
  for (const kind of otherKinds) {
    places[kind] = { ids: await placeIds(transaction[kind], file[kind], newId), numbers: new Map() };
  }
  return places as Record<Kind, Places>;
}

type Link = (id: string | null) => string | null;
type Links = Readonly<Record<'workItem' | 'slice' | 'decision' | 'evidence' | 'reviewRun' | 'finding', Link>>;

/** What rows point to: a row of the same file, else one that is here, else nothing. */
async function findLinks(transaction: Transaction, file: TaskFile, places: Record<Kind, Places>): Promise<Links> {
  const items = [file.task.work_item_id, ...file.findings.map(row => row.work_item_id)].flatMap(id => id ?? []);
  const known = await transaction.workItems.known(items.map(ulid => ({ by: 'ulid' as const, ulid })));
  const workItems = new Set([...known.values()].map(({ id }) => id));
  const link = async (kind: NumberedKind, pointers: readonly (string | null)[]): Promise<Link> => {
    const { ids } = places[kind];
    const outside = pointers.flatMap(id => (id === null || ids.has(id) ? [] : [id]));
    const here = new Set((await transaction[kind].ofIds(outside)).map(row => row.id));
    return id => (id === null ? null : (ids.get(id) ?? (here.has(id) ? id : null)));
  };
  const { decisions, evidence, findings, plans, reviewRuns, slices } = file;
  return {
    workItem: id => (id !== null && workItems.has(id) ? id : null),
    slice: await link(
      'slices',
      [...decisions, ...evidence].map(row => row.slice_id),
    ),
    decision: await link(
      'decisions',
      [...slices, ...reviewRuns].map(row => row.decision_id),
    ),
    evidence: await link('evidence', [
      ...slices.map(row => row.red_evidence_id),
      ...findings.map(row => row.fix_evidence_id),
    ]),
    reviewRun: await link(
      'reviewRuns',
      [...findings, ...plans].map(row => row.review_run_id),
    ),
    finding: await link(
      'findings',
      findings.map(row => row.superseded_by),
    ),
  };
}

type Placer = <Row extends { readonly id: string }>(kind: Kind, row: Row) => Row & { readonly task_id: string };

/** Puts a row where it stands here. */
function placer({ task }: TaskFile, places: Record<Kind, Places>): Placer {
  return (kind, row) => {
    const { ids, numbers } = places[kind];
    const number = 'number' in row ? { number: numbers.get(row.number as number) } : {};
    return { ...row, ...number, id: ids.get(row.id) ?? row.id, task_id: task.id };
  };
}

async function placeWork(
  { transaction }: TaskPlacing,
  file: TaskFile,
  places: Record<Kind, Places>,
  links: Links,
): Promise<void> {
  const at = placer(file, places);
  await transaction.decisions.insert(
    file.decisions.map(row => ({ ...at('decisions', row), slice_id: links.slice(row.slice_id) })),
  );
  await transaction.slices.insert(
    file.slices.map(row => ({
      ...at('slices', row),
      red_evidence_id: links.evidence(row.red_evidence_id),
      decision_id: links.decision(row.decision_id),
    })),
  );
  await transaction.blockers.insert(file.blockers.map(row => at('blockers', row)));
  await transaction.nextActions.insert(file.nextActions.map(row => at('nextActions', row)));
  await transaction.touchedFiles.insert(file.touchedFiles.map(row => at('touchedFiles', row)));
  await transaction.planCursors.insert(file.planCursors.map(row => at('planCursors', row)));
  for (const row of file.compactions) {
    const key = await freeName(row.key, keyLength, name => isKey(transaction.compactions, name));
    await transaction.compactions.insert([{ ...at('compactions', row), key }]);
  }
}

async function placeProofs(
  { transaction, replaced }: TaskPlacing,
  file: TaskFile,
  places: Record<Kind, Places>,
  links: Links,
): Promise<void> {
  const at = placer(file, places);
  // The log of a proof that was here is still beside the store, under its ULID.
  const logs = new Set(replaced?.file.evidence.map(({ id }) => id));
  await transaction.evidence.insert(
    file.evidence.map(row => ({
      ...at('evidence', row),
      slice_id: links.slice(row.slice_id),
      log_file: logs.has(row.id) && row.log_hash !== null ? `${row.id}.log` : null,
    })),
  );
}

async function placeReviews(
  { transaction }: TaskPlacing,
  file: TaskFile,
  places: Record<Kind, Places>,
  links: Links,
): Promise<void> {
  const at = placer(file, places);
  const { findings, reviewRuns } = transaction;
  for (const row of file.findings) {
    const key = row.key === null ? null : await freeName(row.key, keyLength, name => isKey(findings, name));
    await findings.insert([
      {
        ...at('findings', row),
        key,
        review_run_id: links.reviewRun(row.review_run_id),
        work_item_id: links.workItem(row.work_item_id),
        fix_evidence_id: links.evidence(row.fix_evidence_id),
        superseded_by: links.finding(row.superseded_by),
        merged_from: mergedFrom(row.merged_from, places.findings),
      },
    ]);
  }
  for (const row of file.reviewRuns) {
    const key = row.key === null ? null : await freeName(row.key, keyLength, name => isKey(reviewRuns, name));
    await reviewRuns.insert([{ ...at('reviewRuns', row), key, decision_id: links.decision(row.decision_id) }]);
  }
}

function mergedFrom(refs: string, { numbers }: Places): string {
  const moved = new Map([...numbers].map(([from, to]) => [formatRef('finding', from), formatRef('finding', to)]));
  return JSON.stringify((JSON.parse(refs) as string[]).map(ref => moved.get(ref) ?? ref));
}

async function isKey(
  repository: { find(identifier: { by: 'key'; key: string }): Promise<unknown> },
  key: string,
): Promise<boolean> {
  return (await repository.find({ by: 'key', key })) !== undefined;
}
