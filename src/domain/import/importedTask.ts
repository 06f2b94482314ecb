import type { TaskFile } from '../taskFile/taskFile.js';
import type { Place } from './imported.js';

export interface RowMaking {
  /** ULID for a time (ms UTC). */
  newId(at: number): string;
  hash(text: string): string;
}

export interface BrokenReference {
  /** By the tracker's ids. */
  readonly id: string;
  readonly dependsOn: string;
  readonly kind: string;
  readonly place: Place;
}

/** For example `finding`, `open`, `open`. */
export type RecordWords = readonly [field: string, from: string, to: string];

export interface ImportedTask {
  /** Id of the entry that becomes its work item. */
  readonly entry: string;
  readonly records: readonly RecordWords[];
  readonly broken: readonly BrokenReference[];
  /** `workItemId` is the ULID of its work item; all other ULIDs are new. */
  readonly fileFor: (making: RowMaking, workItemId: string) => TaskFile;
}

export interface ImportedFinding {
  readonly key: string;
  readonly records: readonly RecordWords[];
  readonly rowFor: (making: RowMaking) => TaskFile['findings'][number];
}
