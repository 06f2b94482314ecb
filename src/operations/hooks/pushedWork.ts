import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Store, Transaction } from '../../store/store.js';
import type { PushedRef } from './pushedRef.js';

const maxTasks = 10_000;
const maxEvidence = 500;

const maxSquashes = 200;

/** A task with the known commits of its work, or the one at which it began. */
interface KnownTask {
  readonly row: TaskRow;
  readonly commits: readonly string[];
  readonly openFindings: number;
}

/** New commits at the remote, with their times in ms UTC. */
type Fresh = ReadonlyMap<string, number>;
type Asked<Value> = () => Promise<Value>;

interface Goal {
  readonly isProtected: boolean;
  readonly excluded: readonly string[];
}

export interface PushedWork {
  readonly open: readonly TaskRow[];
  /** Only for a protected target. */
  readonly done: readonly DoneTask[];
  /** Number of new commits; only for a protected target. */
  readonly commits: number;
}

export interface DoneTask {
  readonly row: TaskRow;
  /** True if its branch has later commits. */
  readonly wentOn: boolean;
  readonly openFindings: number;
}

/** Tasks whose work a push may carry, read once for all refs. */
export class TasksOfPush {
  readonly #workTree: WorkTree;
  readonly #tasks: readonly KnownTask[];
  readonly #tips: ReadonlyMap<string, string>;

  constructor(workTree: WorkTree, tasks: readonly KnownTask[], tips: ReadonlyMap<string, string>) {
    this.#workTree = workTree;
    this.#tasks = tasks;
    this.#tips = tips;
  }

  /** Reads active tasks, and the last one of each branch without any. */
  static async read(store: Store, workTree: WorkTree): Promise<TasksOfPush> {
    const tasks = await store.read(readTasks);
    return new TasksOfPush(workTree, tasks, await workTree.branchTips());
  }

  /** For a protected branch, commits decide, whatever its name; elsewhere the name comes first. */
  async carriedBy(ref: PushedRef, goal: Goal): Promise<PushedWork> {
    const fresh = once(() => this.#workTree.newCommits(ref.commit, goal.excluded));
    const open = this.#tasks.filter(({ row }) => row.status !== 'done');
    const named = open.filter(({ row }) => row.branch !== null && row.branch === ref.branch);
    if (!goal.isProtected) {
      const carried = named.length > 0 ? named : await this.#filter(open, task => this.#standsAt(task, ref, fresh));
      return { open: carried.map(({ row }) => row), done: [], commits: 0 };
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
    const known = new Set([...carried.map(({ row }) => row.id), ...done.map(({ row }) => row.id)]);
    const same = await this.#withTreeOf(
      // A carried task's gate includes open records of archived ones with the same work.
      this.#tasks.filter(({ row }) => !known.has(row.id) && (row.archived_at === null || carried.length === 0)),
      await fresh(),
      goal,
    );
    return {
      open: [...carried, ...same.filter(({ row }) => row.status !== 'done')].map(({ row }) => row),
      done: [
        ...done,
        ...same
          .filter(({ row }) => row.status === 'done')
          .map(({ row, openFindings }) => ({ row, wentOn: false, openFindings })),
      ],
      commits: (await fresh()).size,
    };
  }

  /** Tasks with the exact tree of a new commit, as of a squash, whose tip is not new and not yet at the remote. */
  async #withTreeOf(tasks: readonly KnownTask[], fresh: Fresh, { excluded }: Goal): Promise<KnownTask[]> {
    const commits = [...fresh.keys()].slice(0, maxSquashes);
    const tips = tasks.flatMap(({ row }) => this.#tipOf(row) ?? row.observed_sha ?? []).filter(tip => !fresh.has(tip));
    if (commits.length === 0 || tips.length === 0) return [];
    const trees = await this.#workTree.treesOf([...commits, ...tips]);
    const pushed = new Set(commits.map(commit => trees.get(commit)));
    return this.#filter(tasks, async ({ row }) => {
      const tip = this.#tipOf(row) ?? row.observed_sha;
      const tree = tip === null || fresh.has(tip) ? undefined : trees.get(tip);
      if (tip === null || tree === undefined || !pushed.has(tree)) return false;
      for (const commit of excluded) if (await this.#workTree.isAncestor(tip, commit)) return false;
      return true;
    });
  }

  async #filter(tasks: readonly KnownTask[], keep: (task: KnownTask) => Promise<boolean>): Promise<KnownTask[]> {
    const kept: KnownTask[] = [];
    for (const task of tasks) if (await keep(task)) kept.push(task);
    return kept;
  }

  /** The same commit under another name, or a renamed branch. */
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
    pending: Asked<Fresh>,
    through: Asked<ReadonlyMap<string, string>>,
  ): Promise<boolean> {
    const fresh = await pending();
    const tip = this.#tipOf(row);
    // Git's times are whole seconds: a commit in the second of the start counts as the task's.
    const since = row.created_at - (row.created_at % 1000);
    for (const commit of [...(tip === undefined ? [] : [tip]), ...commits]) {
      if (fresh.has(commit) && (await this.#isWork(row, commit, fresh, since))) return true;
    }
    // A part of its work, as by HEAD~1.
    return row.branch !== null && (await through()).has(row.branch) && (await this.#isWork(row, ref.commit, fresh));
  }

  /**
   * True for a commit of the task's own work. A branch starts at others' commits, older than the task and in its base; merged
   * work is younger than the task. The tip of a branch in review always counts.
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
    // A light task may share its branch with other work, which continues later.
    const wentOn = brings && end !== null && row.light === 0 && !(await this.#isWithin(tip, end));
    return { row, wentOn, openFindings };
  }

  async #isWithin(commit: string, end: string): Promise<boolean> {
    return (await this.#workTree.resolveCommit(end)) !== undefined && this.#workTree.isAncestor(commit, end);
  }

  #tipOf({ branch }: TaskRow): string | undefined {
    return branch === null ? undefined : this.#tips.get(branch);
  }
}

function once<Value>(ask: Asked<Value>): Asked<Value> {
  let pending: Promise<Value> | undefined;
  return () => {
    pending ??= ask();
    return pending;
  };
}

async function readTasks(transaction: Transaction): Promise<KnownTask[]> {
  const live = await transaction.tasks.live();
  const over = [
    ...(await transaction.tasks.list({ status: 'done' }, maxTasks)),
    ...(await transaction.tasks.list({ archived: true }, maxTasks)),
  ];
  const last = new Map<string, TaskRow>();
  for (const row of over) {
    // A task without a branch was done in a lane.
    const place = row.branch ?? (row.status === 'done' ? row.observed_sha : null);
    if (place === null || live.some(({ branch }) => branch === place)) continue;
    if ((last.get(place)?.number ?? 0) < row.number) last.set(place, row);
  }
  const tasks: KnownTask[] = [];
  for (const row of [...live, ...last.values()]) {
    const slices = await transaction.slices.ofTask(row.id);
    const proofs = await transaction.evidence.ofTask(row.id, maxEvidence);
    const commits = [...slices, ...proofs].flatMap(({ commit_sha }) => commit_sha ?? []);
    tasks.push({
      row,
      commits: [...new Set([...(row.observed_sha === null ? [] : [row.observed_sha]), ...commits])],
      // Needed only for done tasks.
      openFindings: row.status === 'done' ? await transaction.findings.countOpen(row.id) : 0,
    });
  }
  return tasks;
}
