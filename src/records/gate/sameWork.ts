import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { openOf, otherUnfinished } from './earlierWork.js';

/** Max judged commits to compare by content, and max other tasks, newest first. */
const maxCommits = 200;
const maxOthers = 50;

/** The commits that its base does not have, and both ends. */
interface Judged {
  readonly commits: ReadonlySet<string>;
  readonly base: string | undefined;
  readonly tip: string | undefined;
}

interface Other {
  readonly row: TaskRow;
  /** Commits at which its branch was seen and its open matters were recorded. */
  readonly commits: readonly string[];
  readonly paths: readonly string[];
}

/** By commit; never changes. */
const trees = new Map<string, string>();
const remembered = 5000;

/**
 * Returns unfinished tasks with the same work in other commits, as after `git commit --amend` on a renamed branch: with an equal
 * tree or, if archived in the same worktree, an open finding in a changed file. Calls git only if there is such a task.
 */
export async function tasksOfSameWork(
  { store }: Context,
  workTree: WorkTree,
  task: TaskRow,
  judged: Judged,
): Promise<ReadonlySet<string>> {
  const { commits, base, tip } = judged;
  if (commits.size === 0 || base === undefined || tip === undefined) return new Set();
  const others = await store.read(transaction => readOthers(transaction, task));
  const apart: Other[] = [];
  for (const other of others) {
    const { branch } = other.row;
    const end = branch === null ? undefined : await workTree.resolveCommit(`refs/heads/${branch}`);
    const all = [...new Set([...other.commits, ...(end === undefined ? [] : [end])])];
    // The others match by their commits.
    if (!all.some(commit => commits.has(commit))) apart.push({ ...other, commits: all });
  }
  const same = new Set<string>();
  if (apart.length === 0) return same;
  const newest = [...commits].slice(0, maxCommits);
  const found = await treesOf(workTree, [base, ...newest, ...apart.flatMap(other => other.commits)]);
  const work = new Set(newest.map(commit => found.get(commit)));
  // A tree that equals the base's belongs to no work.
  for (const tree of [undefined, found.get(base)]) work.delete(tree);
  const isHere = ({ row }: Other) =>
    row.archived_at !== null && row.worktree_path !== null && row.worktree_path === task.worktree_path;
  let changed: ReadonlySet<string> | undefined;
  for (const other of apart) {
    if (other.commits.some(commit => work.has(found.get(commit)))) same.add(other.row.id);
    else if (other.paths.length > 0 && isHere(other)) {
      changed ??= await changedPaths(workTree, base, tip);
      if (other.paths.some(path => changed?.has(path))) same.add(other.row.id);
    }
  }
  return same;
}

/** Tasks that may have open matters: archived ones, and older ones with open findings or requests. */
async function readOthers(transaction: Transaction, task: TaskRow): Promise<Other[]> {
  const rows = (await otherUnfinished(transaction, task)).filter(
    ({ archived_at, number }) => archived_at !== null || number < task.number,
  );
  const { findings, requests } = await openOf(transaction, rows);
  const others = rows.flatMap((row): Other[] => {
    const open = findings.filter(({ task_id }) => task_id === row.id);
    const asked = requests.filter(({ task_id }) => task_id === row.id);
    if (row.archived_at === null && open.length + asked.length === 0) return [];
    const commits = [row.observed_sha, ...[...open, ...asked].map(({ commit_sha }) => commit_sha)];
    return [{ row, commits: commits.filter(commit => commit !== null), paths: open.map(({ path }) => path) }];
  });
  return others.sort((one, other) => other.row.number - one.row.number).slice(0, maxOthers);
}

async function treesOf(workTree: WorkTree, commits: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (trees.size > remembered) trees.clear();
  const unknown = commits.filter(commit => !trees.has(commit));
  if (unknown.length > 0) for (const [commit, tree] of await workTree.treesOf(unknown)) trees.set(commit, tree);
  return trees;
}

async function changedPaths(workTree: WorkTree, base: string, tip: string): Promise<ReadonlySet<string>> {
  const from = (await workTree.mergeBase(base, tip)) ?? base;
  const changes = await workTree.changesBetween(from, tip);
  return new Set(changes.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath])));
}
