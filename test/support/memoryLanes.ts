import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Actor } from '../../src/domain/actor/actor.js';
import { configPath } from '../../src/domain/config/configPath.js';
import type { LaneTrees } from '../../src/git/lane/laneTrees.js';
import { openLanes } from '../../src/git/lane/openLanes.js';
import type { WorkTree } from '../../src/git/workTree.js';
import type { Context } from '../../src/records/context.js';
import { agent, TestRepository } from './testRepository.js';

interface MemoryTree {
  readonly directory: string;
  branch: string;
}

/** A call that the stand-in does not know is a fault of the test, not an answer. */
function strict<Port extends object>(name: string, known: Partial<Port>): Port {
  return new Proxy(known, {
    get: (target, property) => {
      if (property in target || typeof property === 'symbol' || property === 'then')
        return Reflect.get(target, property);
      throw new Error(`The stand-in of ${name} has no ${property}.`);
    },
  }) as Port;
}

/**
 * A store with lanes and tasks over branches and worktrees that are kept in memory: for what thousands of acts come to, where
 * git would take minutes. Every call that it does not know throws.
 */
export class MemoryLanes extends TestRepository {
  /** Commits that a commit holds, itself among them. */
  readonly #held = new Map<string, ReadonlySet<string>>();
  readonly repository = join(this.directory, 'repository');
  /** Where the caller stands. */
  place = this.repository;
  /** Each branch with its tip. */
  readonly branches = new Map<string, string>([['main', this.commit()]]);
  readonly trees = new Map<string, MemoryTree>([[this.repository, { directory: this.repository, branch: 'main' }]]);
  /** Branches of which a rescue is kept, by lane. */
  readonly #rescues = new Map<string, { ref: string; branch: string; directory: string }>();

  /** A new commit on top of these. */
  commit(...parents: readonly string[]): string {
    const id = createHash('sha1').update(`${this.directory} ${this.#held.size}`).digest('hex');
    this.#held.set(id, new Set([id, ...parents.flatMap(parent => [...(this.#held.get(parent) ?? [])])]));
    return id;
  }

  /** A branch of main with a worktree, in which the caller is from now on. */
  enterBranch(branch: string): void {
    this.branches.set(branch, this.commit(this.tip('main')));
    this.place = `${this.repository}.${branch}`;
    this.trees.set(this.place, { directory: this.place, branch });
  }

  /** One more commit on a branch; the tip it has then. */
  commitOn(branch: string): string {
    const tip = this.commit(this.tip(branch));
    this.branches.set(branch, tip);
    return tip;
  }

  tip(branch: string): string {
    const tip = this.branches.get(branch);
    if (tip === undefined) throw new Error(`There is no branch ${branch}.`);
    return tip;
  }

  holds(commit: string, other: string): boolean {
    return commit === other || (this.#held.get(commit)?.has(other) ?? false);
  }

  override context(actor: Actor = agent): Context {
    // Nothing happens at the same time as something else.
    this.now += 1;
    const ports = openLanes({
      workTree: this.#workTree(),
      storeDirectory: join(this.directory, 'store'),
      environment: {},
      programFile: join(this.directory, 'no-program.mjs'),
    });
    return {
      ...super.context(actor),
      workTree: this.#workTree(),
      askGate: async () => ({ ready: true, reasons: [], warnings: [] }),
      lanes: {
        ...ports,
        trees: async () => this.#trees(),
        machine: { ...ports.machine, arePortsFree: async () => true, processesIn: async () => [] },
      },
    };
  }

  #workTree(place = this.place): WorkTree {
    const at = (): MemoryTree => {
      const tree = this.trees.get(place);
      if (tree === undefined) throw new Error(`${place} is not a worktree.`);
      return tree;
    };
    const commitOf = (text: string): string | undefined => {
      if (text === 'HEAD') return this.branches.get(at().branch);
      return this.branches.get(text.replace(/^refs\/heads\//, '')) ?? (this.#held.has(text) ? text : undefined);
    };
    return strict<WorkTree>('WorkTree', {
      root: place,
      folder: '',
      commonDir: join(this.repository, '.git'),
      gitDir: join(this.repository, '.git'),
      at: directory => this.#workTree(directory),
      head: async () => ({ commit: this.branches.get(at().branch), branch: at().branch }),
      resolveCommit: async text => commitOf(text),
      defaultBranch: async () => 'main',
      placeOf: async (name: string) => `${this.repository}.worktrees/${name}`,
      branchExists: async name => this.branches.has(name),
      // No program runs here, so that no run of one is observed.
      readText: async path => (path === configPath ? '{"gate":{"minimumGrade":"said"}}' : undefined),
      kindOf: async () => undefined,
      foldersIn: async () => [],
      operationInProgress: async () => undefined,
      list: async () =>
        [...this.trees.values()].map(({ directory, branch }) => ({
          directory,
          branch,
          commit: this.branches.get(branch),
        })),
      addWorkTree: async (directory, branch, start) => {
        this.branches.set(branch, start);
        this.trees.set(directory, { directory, branch });
      },
      attachWorkTree: async (directory, branch) => {
        this.trees.set(directory, { directory, branch });
      },
      detachWorkTree: async directory => {
        this.trees.delete(directory);
      },
      removeBranch: async branch => {
        this.branches.delete(branch);
      },
      moveTo: async commit => {
        this.branches.set(at().branch, commit);
        return true;
      },
      treeHash: async () => this.tip(at().branch),
      treeHashOf: async commit => commitOf(commit) ?? commit,
      changes: async () => [],
      changesBetween: async () => [],
      isAncestor: async (ancestor, descendant) => this.holds(descendant, ancestor),
      mergeBase: async (one, other) => (this.holds(one, other) ? other : one),
      missedHooks: async () => undefined,
      missedInTrial: async () => undefined,
      patch: async () => '',
      replacedObjects: async () => ({ here: [], elsewhere: [] }),
      mergesCleanly: async () => true,
      commitsOn: async (base, tip) => ({
        commits: new Set(this.holds(base, tip) ? [] : [tip]),
        onTop: this.holds(tip, base),
      }),
      switchToNewBranch: async name => {
        this.branches.set(name, this.tip(at().branch));
        at().branch = name;
      },
      switchToBranch: async name => {
        at().branch = name;
      },
    });
  }

  #trees(): LaneTrees {
    const list = async () =>
      [...this.trees.values()].map(({ directory, branch }) => ({
        directory,
        branch,
        commit: this.branches.get(branch),
        isThere: true,
      }));
    const condition = { changed: 0, untracked: 0, operation: undefined, locked: undefined };
    const known = {
      list,
      fetch: async () => 'fetched',
      startOf: async (base: string) => this.branches.get(base),
      branchTwin: async () => undefined,
      branchCommit: async (branch: string) => this.branches.get(branch),
      branchTips: async () => this.branches,
      createBranch: async (branch: string, start: string) => void this.branches.set(branch, start),
      moveBranch: async (branch: string, _from: string, to: string) => void this.branches.set(branch, to),
      deleteBranch: async (branch: string) => void this.branches.delete(branch),
      removeMerged: async (branch: string) => void this.branches.delete(branch),
      branchInWayOf: async () => undefined,
      placeOf: async (name: string) => `${this.repository}.worktrees/${name}`,
      takenBy: async (directory: string) => (this.trees.has(directory) ? directory : undefined),
      kindOf: async (directory: string) => (this.trees.has(directory) ? 'folder' : undefined),
      isAway: async () => false,
      whyMissing: async () => undefined,
      requireOwn: async () => undefined,
      addTree: async (directory: string, branch: string) => void this.trees.set(directory, { directory, branch }),
      bringBack: async (directory: string, branch: string) => void this.trees.set(directory, { directory, branch }),
      forgetOpening: async () => undefined,
      openingOf: async () => undefined,
      exclude: async () => undefined,
      writeFiles: async () => undefined,
      removeFiles: async () => undefined,
      mendGitFile: async () => undefined,
      settleRemoval: async () => 'stands',
      treeAt: async (directory: string) => (await list()).find(tree => tree.directory === directory),
      mainDirectory: async () => this.repository,
      condition: async (directory: string) => (this.trees.has(directory) ? condition : undefined),
      unkeepable: async () => [],
      isBare: async () => true,
      holdsLooseFiles: async () => false,
      rescues: async (lane?: string) => {
        const found = [...this.#rescues].filter(([name]) => lane === undefined || name === lane);
        return found.map(([, { ref }]) => ({ ref, manifest: { branches: {}, leftBehind: [] } }));
      },
      keep: async () => undefined,
      missingSettings: async () => [],
      remove: async ({ lane, directory, beforeLoss }: Parameters<LaneTrees['remove']>[0]) => {
        const branch = this.trees.get(directory)?.branch ?? '';
        const kept = { ref: `refs/stateroom/rescue/${lane}/1`, branch, directory };
        this.#rescues.set(lane, kept);
        await beforeLoss?.({ ref: kept.ref } as never, `${directory}.aside`);
        this.trees.delete(directory);
        return { outcome: 'removed', rescue: { ref: kept.ref, manifest: { branches: {}, leftBehind: [] } } };
      },
      discard: async ({ directory, beforeLoss }: Parameters<LaneTrees['discard']>[0]) => {
        await beforeLoss?.(undefined, `${directory}.aside`);
        this.trees.delete(directory);
        return { outcome: 'gone' };
      },
      restore: async ({ ref }: { ref: string }, directory: string) => {
        const kept = [...this.#rescues.values()].find(rescue => rescue.ref === ref);
        this.trees.set(directory, { directory, branch: kept?.branch ?? '' });
        return { outcome: 'restored', restored: { renamedBranches: {}, missingSecrets: [] } };
      },
      distance: async (branch: string, onto: string) => ({
        ahead: this.holds(onto, this.tip(branch)) ? 0 : 1,
        behind: this.holds(this.tip(branch), onto) ? 0 : 1,
      }),
      hasMerges: async () => false,
      listChanges: async () => [],
      changes: async () => [],
      rebase: async (directory: string, onto: string) => {
        const branch = this.trees.get(directory)?.branch ?? '';
        this.branches.set(branch, this.commit(onto, this.tip(branch)));
        return { outcome: 'rebased' };
      },
      // Its commits have no content, so another one is another change.
      isSameChange: async ({ from, to }: { from: string; to: string }) => from === to,
      simulate: async () => ({ outcome: 'clean' }),
      isAncestor: async (ancestor: string, descendant: string) => this.holds(descendant, ancestor),
      isIn: async (commit: string, branch: string) => this.holds(this.tip(branch), commit),
      findMerged: async ({ tip, start, into }: Parameters<LaneTrees['findMerged']>[0]) => {
        const isMerged = this.holds(this.tip(into), tip) && !this.holds(start, tip);
        return isMerged ? { how: 'merged', commit: this.tip(into) } : undefined;
      },
      merge: async ({ branch, into }: { branch: string; into: string }) => {
        const commit = this.commit(this.tip(into), this.tip(branch));
        this.branches.set(into, commit);
        return { outcome: 'merged', commit };
      },
    };
    return strict<LaneTrees>('LaneTrees', known as unknown as Partial<LaneTrees>);
  }
}
