import type { SearchField } from '../domain/search/searchQuery.js';

/** A text that can be found. */
export interface IndexedText {
  /** Unique in the index: `W-12`, `docs/store.md`. */
  readonly key: string;
  /** What `kind:` filters by. */
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly status: string | null;
  readonly author: string | null;
  /** Names of its task, as `T-3 w1-login`, and of its lanes, each between spaces. */
  readonly task?: string | null;
  readonly lane?: string | null;
  /** Paths of files that it is about, one in a line. */
  readonly path?: string | null;
  /** ms UTC; among equals the later one comes first. */
  readonly at: number;
}

export interface TextQuery {
  /** Stems, see `readSearchQuery`: a text must have all phrases. */
  readonly phrases: readonly (readonly string[])[];
  readonly filters?: Partial<Readonly<Record<SearchField, readonly string[]>>>;
  /** Texts that have any of the phrases. */
  readonly anyPhrase?: boolean;
  /** Keys of texts that come first if they are found. */
  readonly first?: readonly string[];
  readonly limit: number;
}

export interface TextHit extends IndexedText {
  readonly group: string;
  /** BM25, the title counting three times; 0 for a query of filters alone. */
  readonly score: number;
}

/**
 * An index of texts in a file of its own beside the store, in memory from its first use on until the store is closed. It holds what can be
 * read again elsewhere: one that is missing, damaged or of another version starts empty.
 */
export interface TextIndex {
  /** What was found when it was opened. */
  readonly origin: 'read' | 'missing' | 'damaged' | 'otherVersion';
  readonly size: number;
  /** The groups that it has, with the stamps they were put in with. */
  groups(): Map<string, string>;
  /** Replaces all texts of a group, and remembers the stamp that tells whether they are still right. */
  put(group: string, stamp: string, texts: readonly IndexedText[]): void;
  remove(group: string): void;
  search(query: TextQuery): TextHit[];
  /** Writes the file if anything changed; does nothing where it cannot be written. */
  save(): Promise<void>;
  close(): void;
}
