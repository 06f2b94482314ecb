/** What a benchmark asks of an engine; ours and the reference do the same work behind it. */
export interface Engine {
  /** Claims the next ready work item; its number, or undefined when none is ready. */
  claim(): Promise<number | undefined>;
  /** The first ready work items in queue order. */
  ready(limit: number): Promise<readonly number[]>;
  /** What is in the store: claims of work items, the work items they name, and what the engine finds wrong. */
  audit(): Promise<Audit>;
  close(): Promise<void>;
}

export interface Audit {
  readonly claimedEvents: number;
  /** Different work items among the claimed events. */
  readonly claimedItems: number;
  readonly itemsInFlight: number;
  /** Numbers of the items in progress. */
  readonly inFlight: readonly number[];
  readonly problems: readonly string[];
}

/** What is shown to a worker, as JSON in its first argument. */
export interface WorkerOrder {
  readonly task: 'load' | 'ready' | 'first' | 'apply' | 'scan' | 'audit' | 'version';
  /** `byHand` is ours with the reference's statements, without the operation. */
  readonly engine: 'ours' | 'byHand' | 'reference';
  /** Directory of our store, or file of the reference's database. */
  readonly path: string;
  readonly wasmFile: string;
  /** Module that the reference is loaded from. */
  readonly reference: string;
  /** How often the task is repeated, where that has a meaning. */
  readonly count: number;
  /** Claims before those that are measured. */
  readonly warmUp: number;
  readonly mode: 'sync' | 'async';
}

/** What a worker answers, one JSON line. Times are ms; moments as `moment()` has them. */
export interface LoadAnswer {
  /** Work items that were claimed, also before the measuring. */
  readonly numbers: readonly number[];
  readonly latencies: readonly number[];
  readonly started: number;
  readonly ended: number;
  readonly cpuMs: number;
  readonly residentBytes: number;
}

export interface ReadyAnswer {
  readonly microseconds: readonly number[];
  readonly found: number;
}

export interface FirstAnswer {
  /** From the call that opens to its first answer. */
  readonly openMs: number;
  /** Of this, without loading the library and using it for the first time. */
  readonly overLibraryMs: number;
  readonly found: number;
  readonly residentBytes: number;
}

/** For a commit of another, µs. */
export interface ApplyAnswer {
  /** With the look whether there is any. */
  readonly alone: readonly number[];
  /** Each of some that are read at once. */
  readonly together: readonly number[];
}

export interface ScanAnswer {
  /** The most that was resident at any moment. */
  readonly peakBytes: number;
  /** How long each took, ms, and the most that was resident until its end. */
  readonly scans: readonly { readonly name: string; readonly ms: number; readonly peakBytes: number }[];
}
