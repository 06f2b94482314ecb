import type { SearchField } from '../domain/search/searchQuery.js';

export interface IndexedText {
  /** Unique in the index: `W-12`, `docs/store.md`. */
  readonly key: string;
  /** For the filter `kind:`. */
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly status: string | null;
  readonly author: string | null;
  /** Each name is between spaces; a task has ref and name, as `T-3 w1-login`. */
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
  /** Keys to put first if they match. */
  readonly first?: readonly string[];
  readonly limit: number;
}

export interface TextHit extends IndexedText {
  readonly group: string;
  /** BM25 with the title weighted three times; 0 for a query of filters alone. */
  readonly score: number;
}

/** In its own file, and in memory from first use on. Derived data only: a missing, damaged or outdated index starts empty. */
export interface TextIndex {
  /** State of the file when it was opened. */
  readonly origin: 'read' | 'missing' | 'damaged' | 'otherVersion';
  readonly size: number;
  /** Stamps by group. */
  groups(): Map<string, string>;
  /** Replaces a group; `stamp` identifies the version. */
  put(group: string, stamp: string, texts: readonly IndexedText[]): void;
  remove(group: string): void;
  search(query: TextQuery): TextHit[];
  /** Writes changes; does nothing if the file is not writable. */
  save(): Promise<void>;
  close(): void;
}
