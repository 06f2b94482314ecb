import type { WorkTree } from '../../git/workTree.js';

/** More commits than this on either side are not compared: whoever rewrites so much is told that no task covers it. */
export const mostCompared = 200;
/** Branches that are compared as a whole, and commits that are for want of a patch that is the same. */
const most = { branches: 20, merged: 5 } as const;

/** Work that may have been rewritten: where its branch stands or stood. */
export interface Candidate<Task> {
  readonly task: Task;
  readonly heads: readonly string[];
}

/** A task of which pushed commits have the content, though they are not its commits. */
export interface Rewritten<Task> {
  readonly task: Task;
  /** Its own commits that stand for them: each that was picked, or the head of what was squashed. */
  readonly originals: readonly string[];
}

export interface SameContent<Task> {
  readonly tasks: readonly Rewritten<Task>[];
  /** When the originals were made, ms UTC. */
  readonly times: ReadonlyMap<string, number>;
  /** How many of the pushed commits change something that none of these tasks has. */
  readonly others: number;
}

/** What is pushed, and what is over there already. */
export interface Pushed {
  readonly tip: string;
  /** New commits that no task is known to cover. */
  readonly commits: readonly string[];
  readonly known: readonly string[];
}

/**
 * Tasks whose commits were picked, rebased or squashed into what is pushed: a commit with the patch of one of theirs, with
 * the patch of their whole branch, or with the tree that merging the branch there gives. The candidates in order of
 * preference, the newest first.
 */
export async function findSameContent<Task>(
  workTree: WorkTree,
  { tip, commits, known }: Pushed,
  candidates: readonly Candidate<Task>[],
): Promise<SameContent<Task>> {
  const times = await workTree.newCommits(
    candidates.flatMap(({ heads }) => heads),
    [...known, tip],
  );
  const alive = candidates.flatMap(({ task, heads }) => {
    const left = [...new Set(heads)].filter(head => times.has(head));
    return left.length === 0 ? [] : [{ task, heads: left }];
  });
  if (alive.length === 0) return { tasks: [], times, others: commits.length };
  const pushed = await workTree.patchIds(commits);
  const comparison = new Comparison<Task>(workTree, tip, pushed);
  const own = await workTree.patchIds([...times.keys()].slice(0, mostCompared));
  for (const { task, heads } of alive) await comparison.lookForCommits(task, heads, own);
  for (const { task, heads } of alive.slice(0, most.branches)) await comparison.lookForWhole(task, heads);
  const { found, matched } = comparison;
  const tasks = [...found].map(([task, originals]) => ({ task, originals: [...originals] }));
  return { tasks, times, others: [...pushed.keys()].filter(commit => !matched.has(commit)).length };
}

class Comparison<Task> {
  readonly found = new Map<Task, Set<string>>();
  /** Pushed commits that are known to have the content of a task's. */
  readonly matched = new Set<string>();
  readonly #workTree: WorkTree;
  readonly #tip: string;
  readonly #byPatch = new Map<string, string[]>();
  readonly #pushed: readonly string[];

  constructor(workTree: WorkTree, tip: string, pushed: ReadonlyMap<string, string>) {
    this.#workTree = workTree;
    this.#tip = tip;
    this.#pushed = [...pushed.keys()];
    for (const [commit, patch] of pushed) this.#byPatch.set(patch, [...(this.#byPatch.get(patch) ?? []), commit]);
  }

  /** Commits that were picked or rebased one by one. */
  async lookForCommits(task: Task, heads: readonly string[], own: ReadonlyMap<string, string>): Promise<void> {
    for (const [commit, patch] of own) {
      const same = this.#byPatch.get(patch);
      if (same === undefined) continue;
      for (const head of heads) {
        if (commit !== head && !(await this.#workTree.isAncestor(commit, head))) continue;
        this.#note(task, commit, same);
        break;
      }
    }
  }

  /** Branches that became one commit. */
  async lookForWhole(task: Task, heads: readonly string[]): Promise<void> {
    if (this.found.has(task)) return;
    for (const head of heads) {
      const base = await this.#workTree.mergeBase(head, this.#tip);
      const patch = base === undefined ? undefined : await this.#workTree.patchIdBetween(base, head);
      const same = (patch === undefined ? undefined : this.#byPatch.get(patch)) ?? (await this.#mergedAs(head));
      if (same === undefined) continue;
      this.#note(task, head, same);
      return;
    }
  }

  /** The commit that merging the branch there would have made, where what stands around its lines has changed since. */
  async #mergedAs(head: string): Promise<readonly string[] | undefined> {
    for (const commit of this.#pushed.filter(one => !this.matched.has(one)).slice(0, most.merged)) {
      if (await this.#workTree.isMergeOf(commit, head)) return [commit];
    }
    return undefined;
  }

  #note(task: Task, original: string, same: readonly string[]): void {
    this.found.set(task, (this.found.get(task) ?? new Set()).add(original));
    for (const commit of same) this.matched.add(commit);
  }
}
