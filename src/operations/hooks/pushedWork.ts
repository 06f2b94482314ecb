import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Store, Transaction } from '../../store/store.js';
import type { PushedRef } from './pushedRef.js';
import { findSameContent, mostCompared } from './sameContent.js';

/** More tasks that are over are not looked through. */
const mostTasks = 10_000;
/** How many proofs of a task are looked through, newest first. */
const mostProofs = 500;

/** A task with the commits that are known to be its work, or where the work began. */
interface KnownTask {
  readonly row: TaskRow;
  readonly commits: readonly string[];
  readonly openFindings: number;
}

/** Commits that are new over there, with when they were made, ms UTC. */
type Fresh = ReadonlyMap<string, number>;
/** What git is asked for with the first call, if there is one. */
type Asked<Value> = () => Promise<Value>;

/** Where a push goes, as far as it says which commits are new there. */
interface Goal {
  readonly isProtected: boolean;
  readonly known: readonly string[];
}

/** What a ref carries. */
export interface PushedWork {
  /** Live tasks, and archived ones that were not done. */
  readonly open: readonly TaskRow[];
  /** Tasks that were done, to a protected target alone. */
  readonly done: readonly DoneTask[];
  /** How many of the commits that are new over there no task covers, for a protected target alone. */
  readonly stray: number;
}

export interface DoneTask {
  readonly row: TaskRow;
  /** True when its branch brings commits that were made after it was done. */
  readonly wentOn: boolean;
  readonly openFindings: number;
}

/** The tasks whose work a push can carry, read once for all of its refs. */
export class TasksOfPush {
  readonly #workTree: WorkTree;
  readonly #tasks: readonly KnownTask[];
  readonly #tips: ReadonlyMap<string, string>;

  constructor(workTree: WorkTree, tasks: readonly KnownTask[], tips: ReadonlyMap<string, string>) {
    this.#workTree = workTree;
    this.#tasks = tasks;
    this.#tips = tips;
  }

  /** Reads all live tasks, and the last one of each branch that has no live one. */
  static async read(store: Store, workTree: WorkTree): Promise<TasksOfPush> {
    const tasks = await store.read(readTasks);
    return new TasksOfPush(workTree, tasks, await workTree.branchTips());
  }

  /** What goes to a protected branch is told by its commits, whatever it is called; elsewhere its name comes first. */
  async carriedBy(ref: PushedRef, goal: Goal): Promise<PushedWork> {
    const fresh = once(() => this.#workTree.newCommits(ref.commit, goal.known));
    const open = this.#tasks.filter(({ row }) => row.status !== 'done');
    const named = open.filter(({ row }) => row.branch !== null && row.branch === ref.branch);
    if (!goal.isProtected) {
      const carried = named.length > 0 ? named : await this.#filter(open, task => this.#standsAt(task, ref, fresh));
      return { open: carried.map(({ row }) => row), done: [], stray: 0 };
    }
    const through = once(async () =>
      (await fresh()).has(ref.commit) ? this.#workTree.branchTips(ref.commit) : new Map<string, string>(),
    );
    const carried = await this.#filter(
      open,
      async task => named.includes(task) || (await this.#isIn(task, ref, fresh, through)),
    );
    const done: DoneTask[] = [];
    for (const task of this.#tasks.filter(({ row }) => row.status === 'done')) {
      const found = await this.#doneIn(task, ref, await fresh());
      if (found !== undefined) done.push(found);
    }
    const stray = carried.length > 0 || done.length > 0 ? 0 : (await fresh()).size;
    const known = { open: carried.map(({ row }) => row), done, stray };
    const alike = await this.#alike(ref, goal, await fresh(), new Set([...known.open, ...done.map(({ row }) => row)]));
    return alike === undefined ? known : merge(known, alike);
  }

  /**
   * What was squashed, rebased or picked is the work of its task all the same. Undefined when there is none, and asked of git
   * only where commits are pushed that no task covers and there are tasks whose work is not over there.
   */
  async #alike(
    ref: PushedRef,
    { known }: Goal,
    fresh: Fresh,
    carried: ReadonlySet<TaskRow>,
  ): Promise<PushedWork | undefined> {
    const covered = [...carried].flatMap(row => this.#headsOf(row)).filter(head => fresh.has(head));
    const candidates = this.#tasks
      .filter(({ row }) => !carried.has(row))
      .map(task => ({ task, heads: this.#headsOf(task.row) }))
      .filter(({ heads }) => heads.length > 0)
      .sort((one, other) => other.task.row.number - one.task.row.number);
    if (candidates.length === 0 || covered.includes(ref.commit)) return undefined;
    const left = covered.length === 0 ? fresh : await this.#workTree.newCommits(ref.commit, [...known, ...covered]);
    if (left.size === 0 || left.size > mostCompared) return undefined;
    const pushed = { tip: ref.commit, commits: [...left.keys()], known };
    const { tasks, times, others } = await findSameContent(this.#workTree, pushed, candidates);
    const open: TaskRow[] = [];
    const done: DoneTask[] = [];
    for (const { task, originals } of tasks) {
      const { row, openFindings } = task;
      if (row.status === 'done') done.push({ row, openFindings, wentOn: await this.#wentOn(row, originals) });
      else if (await this.#areWork(row, originals, times)) open.push(row);
    }
    return open.length + done.length === 0 ? undefined : { open, done, stray: others };
  }

  async #areWork(row: TaskRow, originals: readonly string[], times: Fresh): Promise<boolean> {
    const since = wholeSecond(row.created_at);
    for (const commit of originals) if (await this.#isWork(row, commit, times, since)) return true;
    return false;
  }

  /** A light task may share its branch with other work, which goes on when it is done. */
  async #wentOn({ observed_sha: end, light }: TaskRow, commits: readonly string[]): Promise<boolean> {
    if (end === null || light === 1) return false;
    for (const commit of commits) if (!(await this.#isWithin(commit, end))) return true;
    return false;
  }

  /** Where a task's work ends: its branch, and for one that is done where it was when it ended. */
  #headsOf(row: TaskRow): string[] {
    const tip = this.#tipOf(row);
    const end = row.observed_sha ?? undefined;
    return [row.status === 'done' || tip === undefined ? end : undefined, tip].filter(head => head !== undefined);
  }

  async #filter(tasks: readonly KnownTask[], keep: (task: KnownTask) => Promise<boolean>): Promise<KnownTask[]> {
    const kept: KnownTask[] = [];
    for (const task of tasks) if (await keep(task)) kept.push(task);
    return kept;
  }

  /** The same commit under another name, or a branch that was renamed. */
  async #standsAt({ row }: KnownTask, ref: PushedRef, fresh: Asked<Fresh>): Promise<boolean> {
    const tip = this.#tipOf(row);
    const seen = row.observed_sha;
    const moved = tip === undefined && seen !== null && (await fresh()).has(seen) ? seen : undefined;
    if (tip !== ref.commit && seen !== ref.commit && moved === undefined) return false;
    return this.#isWork(row, moved ?? ref.commit, await fresh());
  }

  async #isIn(
    { row, commits }: KnownTask,
    ref: PushedRef,
    asked: Asked<Fresh>,
    through: Asked<ReadonlyMap<string, string>>,
  ): Promise<boolean> {
    const fresh = await asked();
    const tip = this.#tipOf(row);
    const since = wholeSecond(row.created_at);
    for (const commit of [...(tip === undefined ? [] : [tip]), ...commits]) {
      if (fresh.has(commit) && (await this.#isWork(row, commit, fresh, since))) return true;
    }
    // A part of its work, as by HEAD~1.
    return row.branch !== null && (await through()).has(row.branch) && (await this.#isWork(row, ref.commit, fresh));
  }

  /**
   * A task's branch begins at commits that others made: they are older than it and in its base. What was merged into the
   * base already is younger than the task; the tip of a branch in review is work in any case.
   */
  async #isWork(row: TaskRow, commit: string, fresh: Fresh, since = row.created_at): Promise<boolean> {
    if (row.status === 'review' && this.#tipOf(row) === commit) return true;
    if ((fresh.get(commit) ?? 0) >= since) return true;
    const base = row.base_branch === null ? undefined : this.#tips.get(row.base_branch);
    return base === undefined || (base !== commit && !(await this.#workTree.isAncestor(commit, base)));
  }

  async #doneIn({ row, openFindings }: KnownTask, ref: PushedRef, fresh: Fresh): Promise<DoneTask | undefined> {
    const end = row.observed_sha;
    const tip = ref.branch !== undefined && ref.branch === row.branch ? ref.commit : this.#tipOf(row);
    const brings = tip !== undefined && fresh.has(tip);
    if (!brings && (end === null || !fresh.has(end))) return undefined;
    const wentOn = brings && (await this.#wentOn(row, [tip]));
    return { row, wentOn, openFindings };
  }

  async #isWithin(commit: string, end: string): Promise<boolean> {
    return (await this.#workTree.resolveCommit(end)) !== undefined && this.#workTree.isAncestor(commit, end);
  }

  #tipOf({ branch }: TaskRow): string | undefined {
    return branch === null ? undefined : this.#tips.get(branch);
  }
}

/** Git counts whole seconds: what was committed within the second of the start counts as the task's. */
function wholeSecond(time: number): number {
  return time - (time % 1000);
}

/** Whatever is live is judged with all that is pushed, so that nothing is left over. */
function merge(one: PushedWork, other: PushedWork): PushedWork {
  const open = [...one.open, ...other.open];
  return { open, done: [...one.done, ...other.done], stray: open.length > 0 ? 0 : other.stray };
}

function once<Value>(ask: Asked<Value>): Asked<Value> {
  let asked: Promise<Value> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}

async function readTasks(transaction: Transaction): Promise<KnownTask[]> {
  const live = await transaction.tasks.live();
  const over = [
    ...(await transaction.tasks.list({ status: 'done' }, mostTasks)),
    ...(await transaction.tasks.list({ archived: true }, mostTasks)),
  ];
  const last = new Map<string, TaskRow>();
  for (const row of over) {
    if (row.branch === null || live.some(({ branch }) => branch === row.branch)) continue;
    if ((last.get(row.branch)?.number ?? 0) < row.number) last.set(row.branch, row);
  }
  const tasks: KnownTask[] = [];
  for (const row of [...live, ...last.values()]) {
    const slices = await transaction.slices.ofTask(row.id);
    const proofs = await transaction.evidence.ofTask(row.id, mostProofs);
    // They are asked about of what is done alone, and a task may have thousands.
    const findings = row.status === 'done' ? await transaction.findings.ofTask(row.id) : [];
    const commits = [...slices, ...proofs].flatMap(({ commit_sha }) => commit_sha ?? []);
    tasks.push({
      row,
      commits: [...new Set([...(row.observed_sha === null ? [] : [row.observed_sha]), ...commits])],
      openFindings: findings.filter(({ status }) => status === 'open').length,
    });
  }
  return tasks;
}
