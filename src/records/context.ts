import type { Actor } from '../domain/actor/actor.js';
import type { AgentSign } from '../domain/actor/agentSign.js';
import type { Refusal } from '../domain/refusal/refusal.js';
import type { Brief } from '../domain/workflow/brief.js';
import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import type { GateName, Verdict } from '../gates/gate.js';
import type { CloneTrust } from '../git/cloneTrust.js';
import type { GitHooks } from '../git/hooks/gitHooks.js';
import type { LanePorts, LivenessPorts } from '../git/lane/openLanes.js';
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

/** Access for one operation. Built per call by a surface's compose.ts. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly actor: Actor;
  /** Returns the caller's name for writes. Set if `actor` was determined for a read, which does not start git for that. */
  readonly namedActor?: () => Promise<Actor>;
  /** True for an agent whose client provides no name of its own: its holdings are also tied to the worktree. */
  readonly sharesName?: boolean;
  /** Set by `invoke`; undefined for reads. */
  readonly writing?: Writing | undefined;
  readonly notify?: (notice: Message) => void;
  /** Sign in environment or terminal that the caller is an agent; undefined for a person and elsewhere. */
  readonly agentSign?: AgentSign | undefined;
  readonly log: Log;
  readonly settings: OperationSettings;
  /** Undefined in a bare repository, and for a store named outside of any repository. */
  readonly workTree?: WorkTree | undefined;
  /** Folder of a store that the caller named, where `scaffold` may have created more. */
  readonly instance?: FolderFiles | undefined;
  /** Runs the user's programs; undefined in an untrusted workspace. */
  readonly commands?: CommandRunner | undefined;
  /** Checks an agent's command as its shell would; undefined if allowed. Loaded on first use. */
  readonly judgeCommand?: (context: Context, command: string, directory: string) => Promise<Refusal | undefined>;
  /** Trusted commands of this clone; undefined without a worktree. */
  readonly trust?: CloneTrust | undefined;
  /** Asks the person before repository commands run; undefined without a person, and for a command that the caller named. */
  readonly askTrust?: (question: TrustQuestion) => Promise<TrustAnswer>;
  readonly hooks?: GitHooks | undefined;
  /** Files next to the store, for content too large for it. */
  readonly attachments?: Attachments | undefined;
  /** Undefined without a worktree, and where git may not run. */
  readonly lanes?: LanePorts | undefined;
  /** Heartbeats of workers where git may not run; elsewhere in `lanes`. */
  readonly livenessPorts?: LivenessPorts | undefined;
  /** Evaluates a gate on a task's branch. Here because the bundle file of lane operations does not include gates. */
  readonly askGate?: (context: Context, question: GateQuestion) => Promise<Verdict>;
  /** Records lanes in review that were merged without Stateroom. Loaded on first use; undefined where git may not run. */
  readonly recordMerged?: (context: Context) => Promise<void>;
  /** Checks Stateroom's requirements on this machine. Loaded on first use; undefined if the caller sees no programs. */
  readonly examine?: (context: Context) => Promise<DoctorReport>;
  /** Starts an agent for its first answer; refuses as `connectAgent`. Loaded on first use; undefined where none is started. */
  readonly probeAgent?: (program: {
    readonly command: readonly string[];
    readonly directory: string;
    readonly environment: Readonly<Record<string, string>>;
  }) => Promise<{ readonly name: string; readonly version: string } | undefined>;
  /** Loaded on first use, because workflows are above operations. */
  readonly brief?: (context: Context, workflow: WorkflowName, request: string) => Promise<Brief | Refusal>;
  /** Appends the next steps to an answer's hints, for operations with their own size limit; for others the surface does it. */
  readonly withNext?: <Value>(value: Value) => Promise<Value>;
  /** Bytes of an answer in the caller's form; default: JSON. */
  readonly answerBytes?: (answer: object) => number;
  readonly output?: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => unknown;
  /** Default limit of a running command, in ms. Set for callers without streamed output, to whom endless commands are refused. */
  readonly answerLimitMs?: number;
  /** Cancels long work without partial results. */
  readonly signal?: AbortSignal;
  /** Reports progress: `done` of `total` units of the work; undefined if the total is unknown. */
  readonly progress?: (done: number, total: number | undefined, what: string) => void;
}

/** Question about a task (ULID, ref or number) and a commit at the tip of its branch. */
export interface GateQuestion {
  readonly gate: GateName;
  /** Null for a lane without a task. */
  readonly task: string | null;
  /** Base branch of a lane without a task. */
  readonly base?: string;
  readonly tip: { readonly branch: string; readonly commit: string };
}

/** Outputs of commands, tasks from before an import replaced them, large messages. */
export type AttachmentKind = 'evidence' | 'replaced' | 'messages';

export interface Attachments {
  /** Throws a sentence if the folder is a link or a file, and so not writable. */
  throwIfRefused(folder: AttachmentKind): Promise<void>;
  /** Writes a new file, readable only by its owner. */
  write(folder: AttachmentKind, name: string, content: Uint8Array): Promise<void>;
  read(folder: AttachmentKind, name: string): Promise<Uint8Array | undefined>;
}

export interface OperationSettings {
  /** Lease of an agent's claim, in ms. */
  readonly leaseMs: number;
  /** Age after which `replay` counts an in_flight item without a lease as stale, in ms. */
  readonly staleMs: number;
  /** Set by the environment; undefined leaves it to task and repository. */
  readonly compaction?: boolean;
}
