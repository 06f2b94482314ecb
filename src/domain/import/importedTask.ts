import type { TaskFile } from '../taskFile/taskFile.js';
import type { Place } from './imported.js';

export interface RowMaking {
  /** Returns a ULID with the time `at` (ms UTC). */
  newId(at: number): string;
  /** SHA-256 in hex. */
  hash(text: string): string;
}

export interface BrokenReference {
  /** Source and target of the reference, by the tracker's ids. */
  readonly id: string;
  readonly dependsOn: string;
  readonly kind: string;
  readonly place: Place;
}

/** Conversion of a record: `finding`, `open`, `open`. */
export type RecordWords = readonly [field: string, from: string, to: string];

export interface ImportedTask {
  /** Id of the entry that becomes its work item. */
  readonly entry: string;
  readonly records: readonly RecordWords[];
  readonly broken: readonly BrokenReference[];
  /** Builds its task file with new ULIDs; `workItemId` is the ULID of its work item. */
  readonly fileFor: (making: RowMaking, workItemId: string) => TaskFile;
}

export interface ImportedFinding {
  readonly key: string;
  readonly records: readonly RecordWords[];
  readonly rowFor: (making: RowMaking) => TaskFile['findings'][number];
}
