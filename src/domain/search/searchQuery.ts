import { wordsOf } from './words.js';

export const searchFields = ['kind', 'status', 'author', 'task', 'lane', 'path'] as const;
export type SearchField = (typeof searchFields)[number];

export interface SearchQuery {
  /** Each one word or several consecutive ones, as stems; a final `*` makes the last one a prefix. */
  readonly phrases: readonly (readonly string[])[];
  /** Values in lower case; several of one field are alternatives. */
  readonly filters: Readonly<Record<SearchField, readonly string[]>>;
  /** Names of unknown filters, as `owner` of `owner:codex`. */
  readonly unknown: readonly string[];
  /** A filter with nothing after its colon, as in `path:` and `path:""`. */
  readonly withoutValue: SearchField | undefined;
}

const term = /(?:([a-z]+):(?:"([^"]+)"|(?![/\\:])([^\s"]+)))(?=\s|$)|"([^"]*)"|[^\s"]+|"/giu;

/**
 * Quoted or joined text, such as `src/login.ts` or `W-12`, is a phrase. Foreign operators are plain text, but a word with a colon
 * and a value is a filter. With `isTyped`, the last word is a prefix.
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
    // A host with a port is text.
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
