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

/** A lane that is to be opened. */
export interface LaneOpening {
  readonly name: string;
  readonly description: string | null;
  readonly kind: LaneRow['kind'];
  readonly branch: string;
  /** True when the branch may be there already, as a task's is. */
  readonly ownsBranch: boolean;
  /** Branch that it starts from and goes back into. */
  readonly base: string;
  readonly taskId: string | null;
  readonly workItemId: string | null;
  readonly ownedPaths: readonly string[];
  readonly gitWrites: LaneRow['git_writes'];
  /** Lanes that must be merged before this one starts; names, refs or ULIDs. */
  readonly after: readonly string[];
  /** Whether to fetch the base branch from the remote first. */
  readonly fetch: boolean;
  /** True when a worktree that someone made is taken over on purpose. */
  readonly adopts?: boolean;
  /** When its work is to begin. */
  readonly start: StartOfWork;
  /** The agent that is to work in it, its model and reasoning level; null where that is open. */
  readonly agent: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** A closed lane that is opened again. */
  readonly reopens?: Reopening;
}

/** How a closed lane comes back. */
export type Reopening = { readonly lane: LaneRow } & (
  | /** Its branch begins again at the base; all it held is kept. */ { readonly how: 'retry' }
  /** With the files of a rescue; without one as its branch, or the worktree that was left, has them. */
  | {
      readonly how: 'restore';
      readonly rescue: Rescue | undefined;
      /** Hears what came back and what did not. */
      readonly onRestored: (restored: Restored) => void;
    }
);

interface TreeMade {
  readonly directory: string;
  /** True when the worktree was there before. */
  readonly adopted: boolean;
  /** What is checked out in it. */
  readonly branch: string;
}

/** Blocks of ports that are tried before a lane goes without. */
const maxPortTries = 50;

/**
 * Opens a lane in the steps of `journeySteps`: asks the remote, makes branch and worktree, puts our files in it, and writes
 * the lane with its worker. What each step is about to make is on disk before it does, so that a step that fails, or the end
 * of this process, leaves a whole lane or nothing: see `undoJourney`. Throws a refusal that names the step.
 */
export async function openLane(context: Context, ports: LanePorts, opening: LaneOpening): Promise<LaneRow> {
  const intentLog = new OpenIntentLog(context, ports, opening, await ports.trees());
  await intentLog.begin();
  try {
    // Only now: another process may have opened it until a moment ago.
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

  /** Makes sure that no one else opens a lane of this name; what a dead process left of one is undone first. */
  begin(): Promise<void> {
    return beginIntentLog(this.#context, this.#ports, this.#opening.name, this.#written);
  }

  async make(): Promise<LaneRow> {
    const start = await this.#fetch();
    await this.#makeBranch(start);
    const { directory, adopted, branch } = (await this.#restoreTree()) ?? (await this.#makeTree());
    await this.#writeContext(directory, adopted, branch);
    return this.#writeKitAndRow({ directory, base: start, adopted, branch });
  }

  /** Only now the worktree is no one's to undo. */
  async end({ worktree_path: directory }: LaneRow): Promise<void> {
    await this.#trees.forgetOpening(directory);
  }

  /** Undoes what was made; the refusal to throw. */
  async fail(error: unknown): Promise<unknown> {
    const refusal = this.#refusalFor(error);
    try {
      // A commit of which no one knows whether it reached the disk may have: then the lane is whole.
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

  /** The commit that the branch will start from. */
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

  /** A setting is not the caller's to spell right. */
  async #wrongBase(code: RefusalCode, text: Message, hint: Message | PlainKey): Promise<RefusalError> {
    const setting = await wrongBaseSetting(this.#context, this.#opening.base, '--from');
    return refusalError(code, text, { hint: setting ?? hint });
  }

  async #makeBranch(start: string): Promise<void> {
    const { branch, ownsBranch, reopens } = this.#opening;
    const present = await this.#trees.branchCommit(branch);
    // A rescue brings its branch along.
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
      await this.#enter('branch');
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
      // When git refuses, a branch of that name belongs to another process.
      if (error instanceof GitFailure) this.#written = { ...this.#written, branch: null };
      throw error;
    }
  }

  /** A branch that continued since its worktree was kept is kept too, out of a worktree that is there for that alone. */
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

  /** The worktree as it was kept; undefined where nothing is to be restored. */
  async #restoreTree(): Promise<TreeMade | undefined> {
    const { reopens, branch } = this.#opening;
    if (reopens?.how !== 'restore' || reopens.rescue === undefined) return undefined;
    const { worktree_path: directory, adopted } = reopens.lane;
    await this.#enter('worktree', { directory });
    const answer = await this.#trees.restore(reopens.rescue, directory, { opening: this.#written.laneId });
    if (answer.outcome === 'refused') {
      // What is there is not ours to undo.
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
    // In the middle of a rebase it is on no branch.
    const isMeant = (tree: LaneTree) => tree.branch === branch || tree.directory === reopens?.lane.worktree_path;
    const present = linked.find(tree => tree.isThere && isMeant(tree));
    if (present !== undefined) {
      // Its branch was moved a moment ago: its creator would lose work.
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
      // What git knows of it was there before, and outlives a step that fails.
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
    const { name, description } = this.#opening;
    await this.#enter('context', adopted ? { files: { directory, names: [...laneFileNames] } } : {});
    const createdAt = this.#written.startedAt;
    await writeContext(this.#trees, { taskId: name, branch, worktree: directory, createdAt, description });
  }

  /** Ports are chosen before the lane is written: when another one was quicker, the next free ones are taken. */
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
