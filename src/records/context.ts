import type { Actor } from '../domain/actor/actor.js';
import type { AgentSign } from '../domain/actor/agentSign.js';
import type { Refusal } from '../domain/refusal/refusal.js';
import type { Brief } from '../domain/workflow/brief.js';
import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import type { GateName, Verdict } from '../gates/gate.js';
import type { CloneTrust } from '../git/cloneTrust.js';
import type { GitHooks } from '../git/hooks/gitHooks.js';
import type { LanePorts, LifeSigns } from '../git/lane/openLanes.js';
import type { FolderFiles } from '../git/openWorkTree.js';
import type { WorkTree } from '../git/workTree.js';
import type { Message } from '../messages/message.js';
import type { Clock } from '../platform/clock.js';
import type { CommandRunner } from '../platform/commandRunner.js';
import type { IdSource } from '../platform/idSource.js';
import type { Log } from '../platform/log.js';
import type { DoctorReport } from '../reports/doctorReport.js';
import type { Store } from '../store/store.js';
import type { Writing } from './holding/caller.js';
import type { TrustAnswer, TrustQuestion } from './trust/requireTrusted.js';

/** All that an operation may touch. Built once per call by a surface's compose.ts. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly actor: Actor;
  /** The caller with the name that writes have, where `actor` was found for a read, which does not start git for it. */
  readonly namedActor?: () => Promise<Actor>;
  /**
   * True of an agent whose name other sessions have too, as the client tells none of its own: what is held under it belongs to
   * the worktree as well.
   */
  readonly sharesName?: boolean;
  /** What a call that writes needs of its task; set by `invoke`. Undefined for what reads. */
  readonly writing?: Writing | undefined;
  /** Tells the caller something beside the answer. */
  readonly notify?: (notice: Message) => void;
  /** What makes an agent of the caller, where it was told by environment and terminal; undefined for a person and elsewhere. */
  readonly agentSign?: AgentSign | undefined;
  readonly log: Log;
  /** Settings that operations read; surfaces resolve the layers. */
  readonly settings: OperationSettings;
  /** The worktree the caller is in; undefined when the store was named outside of any repository, and in a bare one. */
  readonly workTree?: WorkTree | undefined;
  /** The folder of a store that the caller named, where `scaffold` may have made more; undefined elsewhere. */
  readonly instance?: FolderFiles | undefined;
  /** Runs the user's programs; undefined where that is not allowed (an untrusted workspace). */
  readonly commands?: CommandRunner | undefined;
  /** Judges a command that an agent wants run as its shell would be; undefined where it may. Loaded when it is asked for. */
  readonly judgeCommand?: (context: Context, command: string, directory: string) => Promise<Refusal | undefined>;
  /** Which commands of the repository a person trusts in this clone; undefined where there is no worktree. */
  readonly trust?: CloneTrust | undefined;
  /**
   * Asks the person at this surface before commands of the repository run; undefined where no one can be asked, and where
   * the caller named the command themselves.
   */
  readonly askTrust?: (question: TrustQuestion) => Promise<TrustAnswer>;
  /** The hooks of the caller's repository; undefined where there is none. */
  readonly hooks?: GitHooks | undefined;
  /** Files next to the store, for what is too large for it. */
  readonly attachments?: Attachments | undefined;
  /** What operations on lanes need besides; undefined where there is no worktree, and where git may not run. */
  readonly lanes?: LanePorts | undefined;
  /** Heartbeats of workers where git may not run; elsewhere `lanes` has them. */
  readonly lifeSigns?: LifeSigns | undefined;
  /** Asks a gate about the branch of a task: what operations on lanes, in a file of their own, do not bring with them. */
  readonly askGate?: (context: Context, question: GateQuestion) => Promise<Verdict>;
  /** The lane that the caller is in, in about `most` bytes; undefined outside of lanes. Loaded when it is asked for. */
  readonly ownLane?: (context: Context, max: number) => Promise<OwnLane | undefined>;
  /** Records lanes in review that were merged without Stateroom; loaded when it is asked for. Absent where git may not run. */
  readonly recordMerged?: (context: Context) => Promise<void>;
  /** Checks what Stateroom needs on this machine; loaded when it is asked for. Absent where the caller sees no programs. */
  readonly examine?: (context: Context) => Promise<DoctorReport>;
  /** The brief of a workflow; loaded when it is asked for, because workflows are above operations. */
  readonly brief?: (context: Context, ritual: WorkflowName, request: string) => Promise<Brief | Refusal>;
  /**
   * An answer whose hints end with their next steps in the words of the surface. For operations that keep to a size themselves;
   * of all others the surface does that with what they return.
   */
  readonly withNext?: <Value>(value: Value) => Promise<Value>;
  /** Bytes of an answer as this caller gets it; default: as JSON. */
  readonly answerBytes?: (answer: object) => number;
  /** Takes the output of a command that runs, as it comes. */
  readonly output?: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => unknown;
  /**
   * Set where the caller waits for the answer without seeing anything before it, as a model does: how long a command runs that
   * was given no limit, in ms. What would last as long as a process is refused there.
   */
  readonly answerLimitMs?: number;
  /** Ends long work early; nothing half done is left behind. */
  readonly signal?: AbortSignal;
  /** Reports how far long work is; `done` of `total` in units of the work, total unknown = undefined. */
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
}

/** A lane as a session that starts in it is notified. */
export interface OwnLane {
  readonly lane: string;
  readonly [fact: string]: unknown;
}

/** Whether the work on a task, a commit at the tip of a branch, is ready for something; its ULID, ref or number. */
export interface GateQuestion {
  readonly gate: GateName;
  readonly task: string;
  readonly tip: { readonly branch: string; readonly commit: string };
}

/** Folders of such files: outputs of commands, tasks as they were before an import replaced them, large messages. */
export type AttachmentKind = 'evidence' | 'replaced' | 'messages';

/** Files next to the store: whole outputs of commands, and the like. Names are flat; writing makes the folder. */
export interface Attachments {
  /** Throws a sentence where the folder is a link or a file, so that nothing can be written there. */
  throwIfRefused(folder: AttachmentKind): Promise<void>;
  /** Writes a file that does not exist yet, readable by its owner alone. */
  write(folder: AttachmentKind, name: string, content: Uint8Array): Promise<void>;
  /** Undefined when it is not there (any more). */
  read(folder: AttachmentKind, name: string): Promise<Uint8Array | undefined>;
}

export interface OperationSettings {
  /** Lease given to an agent's claim, in ms. */
  readonly leaseMs: number;
  /** Age after which an in_flight item without a lease counts as stale for `replay`, in ms. */
  readonly staleMs: number;
  /** Whether compaction is on, where the environment says so; undefined leaves it to task and repository. */
  readonly compaction?: boolean;
}
