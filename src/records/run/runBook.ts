import type { RunIntent } from '../../domain/run/runRow.js';
import type { NewEntry } from './runAccess.js';
import type { WrittenRun } from './runFiles.js';

export interface NewBookRun {
  readonly name: string;
  readonly request: string;
  readonly intent: RunIntent;
  readonly targetProperties: string[];
  /** Whether no files of the repository are ranked against the request. */
  readonly skipIntake: boolean;
  /** ms UTC. */
  readonly createdAt: number;
}

export interface RunClosing {
  readonly summary: string | null;
  readonly verification: readonly string[];
  readonly risks: readonly string[];
}

/** Where `stateroom agent-run` keeps its runs: by the rules of the program whose command line it takes, a run is never locked. Texts come without secrets. */
export interface RunBook {
  /** Starts a run, which is the active one from then on. Refuses a name that is taken. */
  start(run: NewBookRun): Promise<void>;
  /** The run of this name, else the active one, else the last by name; undefined if no run matches. */
  find(named: string | undefined): Promise<WrittenRun | undefined>;
  /** Adds an entry to the run of this name; its number. */
  add(name: string, entry: NewEntry): Promise<number>;
  /** Closes the run of this name, also again. */
  close(name: string, closing: RunClosing): Promise<void>;
}
