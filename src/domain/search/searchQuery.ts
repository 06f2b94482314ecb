import { wordsOf } from './words.js';

/** Fields that a query can filter by. */
export const searchFields = ['kind', 'status', 'author', 'task', 'lane', 'path'] as const;
export type SearchField = (typeof searchFields)[number];

/** What a query asks for. */
export interface SearchQuery {
  /** Each a word or several that follow each other, as stems; one that ends with `*` is the beginning of a word. */
  readonly phrases: readonly (readonly string[])[];
  /** Values in lower case; several of one field are alternatives. */
  readonly filters: Readonly<Record<SearchField, readonly string[]>>;
  /** Names of filters that there are not, as `owner` of `owner:codex`. */
  readonly unknown: readonly string[];
  /** A filter with nothing behind its colon, as in `path:` and `path:""`. */
  readonly withoutValue: SearchField | undefined;
}

/** A filter with its value, which may be quoted; a quoted phrase; or what is between spaces. */
const term = /(?:([a-z]+):(?:"([^"]+)"|(?![/\\:])([^\s"]+)))(?=\s|$)|"([^"]*)"|[^\s"]+|"/giu;

/**
 * Reads a query. What is in quotes, or joined as `src/login.ts` or `W-12`, is a phrase; everything else that other programs have
 * operators for is text, but for a word with a colon and a value behind it, which looks like a filter. While it is typed (`isTyped`), its
 * last word is the beginning of one.
 */
export function readSearchQuery(query: string, isTyped = false): SearchQuery {
  const filters: Record<SearchField, string[]> = { kind: [], status: [], author: [], task: [], lane: [], path: [] };
  const unknown: string[] = [];
  const phrases: string[][] = [];
  const [, unfinished] = /(?:^|\s)([a-z]+):(?:""|\s*$)/i.exec(query) ?? [];
  const withoutValue = searchFields.find(one => one === unfinished?.toLowerCase());
  for (const [text, name, quoted, bare, phrase] of query.matchAll(term)) {
    const field = searchFields.find(one => one === name?.toLowerCase());
    if (field !== undefined) {
      filters[field].push((quoted ?? bare ?? '').toLowerCase());
      continue;
    }
    // A host with its port is text.
    if (name !== undefined && !/^\d/.test(bare ?? '')) unknown.push(name);
    const stems = wordsOf(phrase ?? text, true).map(({ stem }) => stem);
    if (stems.length > 0) phrases.push(stems);
  }
  const last = phrases.at(-1);
  const stem = last?.at(-1);
  if (isTyped && /[\p{L}\p{N}]$/u.test(query) && stem !== undefined && !stem.endsWith('*'))
    last?.splice(-1, 1, `${stem}*`);
  return { phrases, filters, unknown, withoutValue };
}
