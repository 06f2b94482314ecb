import type { RunIntent } from '../../domain/run/runRow.js';
import type { NewEntry } from './runAccess.js';
import type { WrittenRun } from './runFiles.js';

export interface NewBookRun {
  readonly name: string;
  readonly request: string;
  readonly intent: RunIntent;
  readonly targetProperties: string[];
  readonly skipIntake: boolean;
  readonly createdAt: number;
}

export interface RunClosing {
  readonly summary: string | null;
  readonly verification: readonly string[];
  readonly risks: readonly string[];
}

/** Storage for `stateroom agent-run`, by the rules of that command line: runs are never locked. Texts have no secrets. */
export interface RunBook {
  /** Starts a run and makes it active. Refuses a taken name. */
  start(run: NewBookRun): Promise<void>;
  /** Finds the run by name, else the active one, else the last by name. */
  find(named: string | undefined): Promise<WrittenRun | undefined>;
  add(name: string, entry: NewEntry): Promise<number>;
  /** A closed run is closed again with the new values. */
  close(name: string, closing: RunClosing): Promise<void>;
}
