import { type IntentLog, type IntentLogStep, intentLogStepNames } from '../../domain/lane/intentLog.js';
import { laneFileNames } from '../../domain/lane/laneKit.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { nextPortBlock, type PortBlock } from '../../domain/lane/portBlock.js';
import {
  type Refusal,
  type RefusalCode,
  RefusalError,
  refusalError,
  throwIfRefused,
} from '../../domain/refusal/refusal.js';
import { repairLanes } from '../../domain/refusal/steps.js';
import type { StartOfWork } from '../../domain/thread/openingRule.js';
import { branchInWay } from '../../git/branchInWay.js';
import { GitFailure } from '../../git/gitFailure.js';
import { isReferenceName } from '../../git/isReferenceName.js';
import type { LaneTree } from '../../git/lane/laneFolders.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Rescue } from '../../git/rescue/rescue.js';
import type { Restored } from '../../git/rescue/restoreWorkTree.js';
import { type Message, message, type PlainKey, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { wrongBaseSetting } from '../../records/lane/newWork.js';
import { writeContext, writeEnvironment } from '../../records/lane/writeKit.js';
import { isStoreError } from '../../store/storeError.js';
import { beginIntentLog } from './beginIntentLog.js';
import { errorOutput, mayBeFull } from './errorOutput.js';
import { fetchBase } from './fetchBase.js';
import { keptIgnored } from './keptIgnored.js';
import { refuseAway, refuseCheckedOut } from './refuseHeld.js';
import { reopenLane } from './reopenLane.js';
import { isOpened, undoIntentLog } from './undoIntentLog.js';
import { laneConflict, openingRefusal, takenPorts, writeLane } from './writeLane.js';

export interface LaneOpening {
  readonly name: string;
  readonly description: string | null;
  readonly kind: LaneRow['kind'];
  readonly branch: string;
  /** True if the branch may already exist, as a task's does. */
  readonly ownsBranch: boolean;
  readonly base: string;
  /** Commit at which its branch is created, if not that of the base, or to which an existing one is moved on. */
  readonly at?: string;
  readonly taskId: string | null;
  readonly workItemId: string | null;
  readonly ownedPaths: readonly string[];
  readonly gitWrites: LaneRow['git_writes'];
  /** Lanes that must be merged first; names, refs or ULIDs. */
  readonly after: readonly string[];
  readonly fetch: boolean;
  /** True to adopt a worktree created by someone else. */
  readonly adopts?: boolean;
  readonly start: StartOfWork;
  /** Agent to work in it, its model and reasoning level; null if open. */
  readonly agent: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  readonly reopens?: Reopening;
}

export type Reopening = { readonly lane: LaneRow } & (
  | /** Its branch begins again at the base; all it held is kept. */ { readonly how: 'retry' }
  /** With a backup's files; without one, those of its branch or of the worktree that was left. */
  | {
      readonly how: 'restore';
      readonly rescue: Rescue | undefined;
      readonly onRestored: (restored: Restored) => void;
    }
);

interface TreeMade {
  readonly directory: string;
  readonly adopted: boolean;
  readonly branch: string;
}

const maxPortTries = 50;

/**
 * Opens a lane in the steps of `intentLogSteps`, each in the intent log before it runs, so that a failure or a crash leaves a
 * complete lane or nothing: see `undoIntentLog`. Throws a refusal that names the step.
 */
export async function openLane(context: Context, ports: LanePorts, opening: LaneOpening): Promise<LaneRow> {
  const intentLog = new OpenIntentLog(context, ports, opening, await ports.trees());
  await intentLog.begin();
  try {
    // Checked only now: another process may have been opening it.
    throwIfRefused(
      await context.store.read(
        async transaction =>
          (await laneConflict(transaction, opening)) ?? (await openingRefusal(context, transaction, opening)),
      ),
    );
    const lane = await intentLog.make();
    await intentLog.end(lane);
    await ports.intentLogs.remove(opening.name);
    return lane;
  } catch (error) {
    throw await intentLog.fail(error);
  }
}

class OpenIntentLog {
  readonly #context: Context;
  readonly #ports: LanePorts;
  readonly #opening: LaneOpening;
  readonly #trees: LaneTrees;
  #written: IntentLog;

  constructor(context: Context, ports: LanePorts, opening: LaneOpening, trees: LaneTrees) {
    this.#context = context;
    this.#ports = ports;
    this.#opening = opening;
    this.#trees = trees;
    const now = context.clock.now();
    this.#written = {
      version: 1,
      lane: opening.name,
      laneId: opening.reopens?.lane.id ?? context.ids.ulid(now),
      startedAt: now,
      step: 'fetch',
      process: ports.machine.identity(),
      branch: null,
      directory: null,
      files: null,
      abandoned: false,
      reopens: opening.reopens !== undefined,
    };
  }

  /** Excludes other openings of this name; undoes that of a dead process first. */
  begin(): Promise<void> {
    return beginIntentLog(this.#context, this.#ports, this.#opening.name, this.#written);
  }

  async make(): Promise<LaneRow> {
    const start = await this.#fetch();
    await this.#makeBranch(this.#opening.at ?? start);
    const { directory, adopted, branch } = (await this.#restoreTree()) ?? (await this.#makeTree());
    await this.#writeContext(directory, adopted, branch);
    return this.#writeKitAndRow({ directory, base: start, adopted, branch });
  }

  /** From now on, nothing undoes the worktree. */
  async end({ worktree_path: directory }: LaneRow): Promise<void> {
    await this.#trees.forgetOpening(directory);
  }

  async fail(error: unknown): Promise<unknown> {
    const refusal = this.#refusalFor(error);
    try {
      // After a failed commit the lane may still be on disk: then it is complete.
      if (!(await isOpened(this.#context, this.#written))) {
        const { notes, outcome } = await undoIntentLog(this.#context, this.#ports, this.#written, true);
        return outcome === 'undone' && notes.length === 0 ? refusal : withNotes(refusal, notes);
      }
      await this.#ports.intentLogs.remove(this.#opening.name);
      return refusal;
    } catch (problem) {
      const written = { ...this.#written, abandoned: true };
      await this.#ports.intentLogs.write(this.#opening.name, JSON.stringify(written)).catch(() => undefined);
      if (!(refusal instanceof RefusalError)) return refusal;
      const hint = message('lanes.notUndone', { why: errorOutput(problem) });
      return new RefusalError({ ...refusal.refusal, hint, next: [repairLanes] });
    }
  }

  async #enter(step: IntentLogStep, made: Partial<IntentLog> = {}): Promise<void> {
    if (this.#context.signal?.aborted === true) {
      throw refusalError(
        'timed_out',
        message('lanes.openingStopped', { lane: this.#opening.name, step: intentLogStepNames[step] }),
        { hint: 'lanes.openingStoppedHint' },
      );
    }
    this.#written = { ...this.#written, ...made, step };
    await this.#ports.intentLogs.write(this.#opening.name, JSON.stringify(this.#written));
  }

  async #fetch(): Promise<string> {
    const { base, fetch } = this.#opening;
    await this.#enter('fetch');
    if (!isReferenceName(base)) {
      throw await this.#wrongBase('invalid_input', message('lanes.baseNotBranch', { base }), 'lanes.baseNotBranchHint');
    }
    const twin = await this.#trees.branchTwin(base);
    if (twin?.toLowerCase() === base.toLowerCase()) {
      const hint = message('lanes.baseSpellingHint', { twin });
      throw await this.#wrongBase('not_found', message('lanes.baseSpelling', { base, twin }), hint);
    }
    if (fetch) await fetchBase(this.#context, this.#trees, base);
    const start = await this.#trees.startOf(base);
    if (start !== undefined) return start;
    throw await this.#wrongBase('not_found', message('lanes.noBase', { base }), 'lanes.noBaseHint');
  }

  /** A wrong setting is not the caller's typo: the hint names the setting. */
  async #wrongBase(code: RefusalCode, text: Message, hint: Message | PlainKey): Promise<RefusalError> {
    const setting = await wrongBaseSetting(this.#context, this.#opening.base, '--from');
    return refusalError(code, text, { hint: setting ?? hint });
  }

  async #makeBranch(start: string): Promise<void> {
    const { branch, ownsBranch, at, reopens } = this.#opening;
    const present = await this.#trees.branchCommit(branch);
    // A backup includes its branch.
    if (reopens?.how === 'restore' && (present !== undefined || reopens.rescue !== undefined)) {
      await this.#enter('branch');
      return;
    }
    if (present !== undefined && reopens?.how === 'retry') {
      await refuseCheckedOut(this.#trees, branch);
      await this.#keepBranch(reopens.lane, present);
      await this.#enter('branch', { branch: { name: branch, commit: start, before: present } });
      await this.#trees.moveBranch(branch, present, start);
      return;
    }
    if (present !== undefined && ownsBranch) {
      // The remote is ahead of it.
      const isBehind = at !== undefined && at !== present;
      if (isBehind) await refuseCheckedOut(this.#trees, branch);
      await this.#enter('branch', isBehind ? { branch: { name: branch, commit: at, before: present } } : {});
      if (isBehind) await this.#trees.moveBranch(branch, present, at);
      return;
    }
    if (present !== undefined) {
      throw refusalError('conflict', message('lanes.branchExists', { branch }), { hint: 'lanes.branchExistsHint' });
    }
    const twin = await this.#trees.branchTwin(branch);
    if (twin !== undefined) {
      throw refusalError('conflict', message('lanes.branchTwin', { twin, branch }), { hint: 'lanes.branchTwinHint' });
    }
    const other = await this.#trees.branchInWayOf(branch);
    if (other !== undefined) throw branchInWay(branch, other);
    await this.#enter('branch', { branch: { name: branch, commit: start } });
    try {
      await this.#trees.createBranch(branch, start);
    } catch (error) {
      // If git refuses, a branch of that name is another process's.
      if (error instanceof GitFailure) this.#written = { ...this.#written, branch: null };
      throw error;
    }
  }

  /** Backs up a branch that moved on since its worktree's backup, from a temporary worktree. */
  async #keepBranch(lane: LaneRow, tip: string): Promise<void> {
    const { name, branch, worktree_path: directory } = lane;
    if (tip === lane.base_sha) return;
    const kept = (await this.#trees.rescues(name)).flatMap(({ manifest }) => Object.values(manifest.branches));
    if (kept.includes(tip)) return;
    await this.#refuseTaken(directory);
    await refuseAway(this.#trees, directory, name);
    await this.#enter('branch', { directory });
    await this.#trees.addTree(directory, branch, this.#written.laneId);
    const ignoredBytes = await keptIgnored(this.#context);
    const now = this.#context.clock.now();
    const removed = await this.#trees.remove({ lane: name, directory, now, ignoredBytes });
    if (removed.outcome === 'refused') throw new Error(`${branch} could not be backed up: ${say(removed.said)}`);
    await this.#enter('branch', { directory: null });
  }

  /** Undefined if nothing is to be restored. */
  async #restoreTree(): Promise<TreeMade | undefined> {
    const { reopens, branch } = this.#opening;
    if (reopens?.how !== 'restore' || reopens.rescue === undefined) return undefined;
    const { worktree_path: directory, adopted } = reopens.lane;
    await this.#enter('worktree', { directory });
    const answer = await this.#trees.restore(reopens.rescue, directory, { opening: this.#written.laneId });
    if (answer.outcome === 'refused') {
      // The existing folder is not ours to undo.
      this.#written = { ...this.#written, directory: null };
      throw refusalError('conflict', verbatim(answer.text), { hint: message('lanes.folderTakenByRescue') });
    }
    reopens.onRestored(answer.restored);
    const renamed = answer.restored.renamedBranches[`refs/heads/${branch}`];
    return { directory, adopted: adopted === 1, branch: renamed?.replace(/^refs\/heads\//, '') ?? branch };
  }

  async #makeTree(): Promise<TreeMade> {
    const { name, branch, reopens } = this.#opening;
    if (reopens?.how === 'restore') await this.#trees.mendGitFile(reopens.lane.worktree_path);
    const [main, ...linked] = await this.#trees.list();
    if (main === undefined) throw new Error('Git lists no worktree.');
    if (main.branch === branch) {
      throw refusalError('conflict', message('lanes.inMainTree', { branch, directory: main.directory }), {
        hint: 'lanes.inMainTreeHint',
      });
    }
    // During a rebase it is on no branch.
    const isMeant = (tree: LaneTree) => tree.branch === branch || tree.directory === reopens?.lane.worktree_path;
    const present = linked.find(tree => tree.isThere && isMeant(tree));
    if (present !== undefined) {
      // A retry has just moved its branch: adopting the worktree would lose its creator's work.
      if (reopens?.how === 'retry') await refuseCheckedOut(this.#trees, branch);
      await this.#enter('worktree');
      return { directory: present.directory, adopted: true, branch };
    }
    const directory = reopens?.lane.worktree_path ?? (await this.#trees.placeOf(name));
    if (directory === undefined) {
      throw refusalError('conflict', 'lanes.noMainTree', { hint: 'lanes.noMainTreeHint' });
    }
    await this.#refuseTaken(directory);
    if (reopens?.how === 'restore') {
      // Git's data of it existed before, and must survive a failed step.
      await this.#enter('worktree', (await this.#trees.isAway(directory)) ? {} : { directory });
      await this.#trees.bringBack(directory, branch);
      return { directory, adopted: false, branch };
    }
    await refuseAway(this.#trees, directory, reopens?.lane.name);
    await this.#enter('worktree', { directory });
    await this.#trees.addTree(directory, branch, this.#written.laneId);
    return { directory, adopted: false, branch };
  }

  async #refuseTaken(directory: string): Promise<void> {
    const taken = await this.#trees.takenBy(directory);
    if (taken === undefined) return;
    throw refusalError('conflict', message('edits.existsAlready', { path: taken }), {
      hint: message('lanes.folderTakenHint'),
    });
  }

  async #writeContext(directory: string, adopted: boolean, branch: string): Promise<void> {
    const { name, description, ownedPaths } = this.#opening;
    await this.#enter('context', adopted ? { files: { directory, names: [...laneFileNames] } } : {});
    const createdAt = this.#written.startedAt;
    const about = { taskId: name, branch, worktree: directory, createdAt, description, ownedPaths };
    await writeContext(this.#trees, about);
  }

  /** Chooses ports first: if another process takes them, the next free ones are tried. */
  async #writeKitAndRow(place: TreeMade & { base: string }): Promise<LaneRow> {
    const { name: lane, ownedPaths, reopens, model, effort } = this.#opening;
    const { directory, branch } = place;
    const { store } = this.#context;
    for (;;) {
      await this.#enter('kit');
      const block = await this.#freePorts(await store.read(takenPorts));
      await writeEnvironment(this.#trees, { lane, branch, directory, ports: block, ownedPaths, model, effort });
      await this.#enter('row');
      const made = { ...place, id: this.#written.laneId, ports: block };
      const row = await store.transaction(transaction =>
        reopens === undefined
          ? writeLane(this.#context, transaction, this.#opening, made)
          : reopenLane(this.#context, transaction, this.#opening, { ...made, ...reopens }),
      );
      if (row !== undefined) return row;
    }
  }

  async #freePorts(taken: readonly PortBlock[]): Promise<PortBlock | null> {
    let block = nextPortBlock(taken);
    for (let tries = 0; block !== undefined && tries < maxPortTries; tries += 1) {
      if (await this.#ports.machine.arePortsFree(block.first, block.count)) return block;
      block = nextPortBlock(taken, block.first);
    }
    return null;
  }

  #refusalFor(error: unknown): unknown {
    const { step } = this.#written;
    if (error instanceof RefusalError) return withDetails(error, { step });
    if (isStoreError(error)) return error;
    const remedy = mayBeFull(error) ? message('lanes.freeSpaceOrPut') : message('lanes.put');
    const hint = step === 'fetch' ? message('lanes.fetchFailedHint') : message('lanes.putRight', { remedy });
    return refusalError(
      'conflict',
      message('lanes.notOpened', {
        lane: this.#opening.name,
        step: intentLogStepNames[step],
        error: errorOutput(error),
      }),
      { hint, details: { step } },
    );
  }
}

function withDetails({ refusal }: RefusalError, details: Readonly<Record<string, unknown>>): RefusalError {
  return new RefusalError({ ...refusal, details: { ...refusal.details, ...details } });
}

function withNotes(error: unknown, notes: readonly string[]): unknown {
  if (!(error instanceof RefusalError)) return error;
  const { refusal } = error;
  const hint = notes.reduce<Message | undefined>(
    (before, note) => (before === undefined ? verbatim(note) : message('input.both', { one: before, other: note })),
    refusal.hint,
  );
  return new RefusalError({ ...refusal, ...(hint === undefined ? {} : { hint }) } satisfies Refusal);
}
