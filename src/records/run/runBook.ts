import type { RunIntent } from '../../domain/run/runRow.js';
import type { NewEntry } from './runAccess.js';
import type { WrittenRun } from './runFiles.js';

export interface NewBookRun {
  readonly name: string;
  readonly request: string;
  readonly intent: RunIntent;
  readonly targetProperties: string[];
  readonly skipIntake: boolean;
  /** ms UTC. */
  readonly createdAt: number;
}

export interface RunClosing {
  readonly summary: string | null;
  readonly verification: readonly string[];
  readonly risks: readonly string[];
}

/**
 * Storage of runs for `stateroom agent-run`. By the rules of the program whose command line it takes, a run is never locked. Texts come
 * without secrets.
 */
export interface RunBook {
  /** Starts a run and makes it the active one. Refuses a name that is taken. */
  start(run: NewBookRun): Promise<void>;
  /** Finds the run by name, else the active one, else the last by name. */
  find(named: string | undefined): Promise<WrittenRun | undefined>;
  add(name: string, entry: NewEntry): Promise<number>;
  /** Closes a run; a closed one is closed again with the new values. */
  close(name: string, closing: RunClosing): Promise<void>;
}
