import type { TaskFile } from '../taskFile/taskFile.js';
import type { Place } from './imported.js';

/** What the rows of a task need of the store into which they are imported. */
export interface RowMaking {
  /** A ULID; `at` in ms UTC is the time that is in it. */
  newId(at: number): string;
  /** SHA-256 in hex. */
  hash(text: string): string;
}

/** A reference whose target is not in the source. */
export interface BrokenReference {
  /** What refers, and to what, by the ids of the tracker. */
  readonly id: string;
  readonly dependsOn: string;
  readonly kind: string;
  readonly place: Place;
}

/** What a record becomes: `finding`, `open`, `open`. */
export type RecordWords = readonly [field: string, from: string, to: string];

/** A task with its handoff state, and the entry whose work it is. */
export interface ImportedTask {
  /** Id of the entry. */
  readonly entry: string;
  readonly records: readonly RecordWords[];
  readonly broken: readonly BrokenReference[];
  /** Everything of it as a file of a task holds it, new ULIDs included; `workItemId` is the ULID of the entry's work item. */
  readonly fileFor: (making: RowMaking, workItemId: string) => TaskFile;
}

/** A finding of no task. */
export interface ImportedFinding {
  readonly key: string;
  readonly records: readonly RecordWords[];
  readonly rowFor: (making: RowMaking) => TaskFile['findings'][number];
}
