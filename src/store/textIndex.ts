import type { SearchField } from '../domain/search/searchQuery.js';

export interface IndexedText {
  /** Unique in the index: `W-12`, `docs/store.md`. */
  readonly key: string;
  /** Value for the filter `kind:`. */
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly status: string | null;
  readonly author: string | null;
  /** Names of the task, as `T-3 w1-login`, and of the lanes, each between spaces. */
  readonly task?: string | null;
  readonly lane?: string | null;
  /** Paths of related files, one per line. */
  readonly path?: string | null;
  /** ms UTC; breaks ties, latest first. */
  readonly at: number;
}

export interface TextQuery {
  /** Stems, see `readSearchQuery`; a text must match all phrases. */
  readonly phrases: readonly (readonly string[])[];
  readonly filters?: Partial<Readonly<Record<SearchField, readonly string[]>>>;
  /** Match any of the phrases instead of all. */
  readonly anyPhrase?: boolean;
  /** Keys of texts to put first if they match. */
  readonly first?: readonly string[];
  readonly limit: number;
}

export interface TextHit extends IndexedText {
  readonly group: string;
  /** BM25 with the title weighted three times; 0 for a query of filters alone. */
  readonly score: number;
}

/**
 * A full-text index in a file of its own beside the store, in memory from first use until the store is closed. It holds only derived data:
 * a missing, damaged or outdated index starts empty.
 */
export interface TextIndex {
  /** State of the file when it was opened. */
  readonly origin: 'read' | 'missing' | 'damaged' | 'otherVersion';
  readonly size: number;
  /** Returns the stamp of each group. */
  groups(): Map<string, string>;
  /** Replaces all texts of a group; `stamp` identifies their version. */
  put(group: string, stamp: string, texts: readonly IndexedText[]): void;
  remove(group: string): void;
  search(query: TextQuery): TextHit[];
  /** Writes the file if anything changed; does nothing if it is not writable. */
  save(): Promise<void>;
  close(): void;
}
