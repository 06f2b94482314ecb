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

/** Everything that an operation may access. Built once per call by a surface's compose.ts. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly actor: Actor;
  /** Returns the caller's name as used in writes, if `actor` was found for a read, which does not start git for it. */
  readonly namedActor?: () => Promise<Actor>;
  /** True for an agent whose name other sessions share, because the client provides none: its holdings are also tied to the worktree. */
  readonly sharesName?: boolean;
  /** Set by `invoke`; undefined for reads. */
  readonly writing?: Writing | undefined;
  readonly notify?: (notice: Message) => void;
  /** The reason why environment and terminal mark the caller as an agent; undefined for a person and elsewhere. */
  readonly agentSign?: AgentSign | undefined;
  readonly log: Log;
  readonly settings: OperationSettings;
  /** The caller's worktree; undefined in a bare repository and if the store was named outside of any repository. */
  readonly workTree?: WorkTree | undefined;
  /** The folder of a store that the caller named, where `scaffold` may have created more; undefined elsewhere. */
  readonly instance?: FolderFiles | undefined;
  /** Runs the user's programs; undefined where that is not allowed (an untrusted workspace). */
  readonly commands?: CommandRunner | undefined;
  /** Checks an agent's command as its shell would; undefined if it is allowed. Loaded on first use. */
  readonly judgeCommand?: (context: Context, command: string, directory: string) => Promise<Refusal | undefined>;
  /** The repository's commands that a person trusts in this clone; undefined without a worktree. */
  readonly trust?: CloneTrust | undefined;
  /**
   * Asks the person at this surface before the repository's commands run; undefined if no person can be asked, and if the caller named the
   * command.
   */
  readonly askTrust?: (question: TrustQuestion) => Promise<TrustAnswer>;
  /** The hooks of the caller's repository; undefined without one. */
  readonly hooks?: GitHooks | undefined;
  /** Files next to the store, for content that is too large for it. */
  readonly attachments?: Attachments | undefined;
  /** Further access for operations on lanes; undefined without a worktree, and where git may not run. */
  readonly lanes?: LanePorts | undefined;
  /** Heartbeats of workers where git may not run; elsewhere `lanes` has them. */
  readonly lifeSigns?: LifeSigns | undefined;
  /**
   * Evaluates a gate on a task's branch; provided here because operations on lanes, in a bundle file of their own, do not include gates.
   */
  readonly askGate?: (context: Context, question: GateQuestion) => Promise<Verdict>;
  /** Returns the caller's lane in about `max` bytes; undefined outside of lanes. Loaded on first use. */
  readonly ownLane?: (context: Context, max: number) => Promise<OwnLane | undefined>;
  /** Records lanes in review that were merged without Stateroom. Loaded on first use; absent where git may not run. */
  readonly recordMerged?: (context: Context) => Promise<void>;
  /** Checks Stateroom's requirements on this machine. Loaded on first use; absent if the caller sees no programs. */
  readonly examine?: (context: Context) => Promise<DoctorReport>;
  /** Returns the brief of a workflow. Loaded on first use, because workflows are above operations. */
  readonly brief?: (context: Context, ritual: WorkflowName, request: string) => Promise<Brief | Refusal>;
  /**
   * Appends the next steps to an answer's hints in the surface's words. Only for operations with a size limit of their own; for others the
   * surface does it.
   */
  readonly withNext?: <Value>(value: Value) => Promise<Value>;
  /** Returns the bytes of an answer in this caller's form; default: as JSON. */
  readonly answerBytes?: (answer: object) => number;
  readonly output?: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => unknown;
  /**
   * Default limit for a running command, in ms. Set if the caller sees nothing before the answer, as a model; commands that last as long as
   * a process are refused there.
   */
  readonly answerLimitMs?: number;
  /** Cancels long work; nothing partial is left behind. */
  readonly signal?: AbortSignal;
  /** Reports progress of long work: `done` of `total` in units of the work, undefined if unknown. */
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
}

/** A lane as a session that starts in it is notified. */
export interface OwnLane {
  readonly lane: string;
  readonly [fact: string]: unknown;
}

/** A question for a gate about a task (ULID, ref or number) and a commit at the tip of its branch. */
export interface GateQuestion {
  readonly gate: GateName;
  readonly task: string;
  readonly tip: { readonly branch: string; readonly commit: string };
}

/** Folders of attachments: outputs of commands, tasks before an import replaced them, large messages. */
export type AttachmentKind = 'evidence' | 'replaced' | 'messages';

export interface Attachments {
  /** Throws a sentence if the folder is a link or a file and so not writable. */
  throwIfRefused(folder: AttachmentKind): Promise<void>;
  /** Writes a new file, readable by its owner only. */
  write(folder: AttachmentKind, name: string, content: Uint8Array): Promise<void>;
  /** Returns undefined if it does not exist (any more). */
  read(folder: AttachmentKind, name: string): Promise<Uint8Array | undefined>;
}

export interface OperationSettings {
  /** Lease given to an agent's claim, in ms. */
  readonly leaseMs: number;
  /** Age after which an in_flight item without a lease counts as stale for `replay`, in ms. */
  readonly staleMs: number;
  /** Compaction as set by the environment; undefined leaves it to task and repository. */
  readonly compaction?: boolean;
}
