import * as z from 'zod';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { readSearchQuery, type SearchQuery, searchFields } from '../../domain/search/searchQuery.js';
import { snippetOf } from '../../domain/search/snippet.js';
import { searchKinds } from '../../domain/searchKind.js';
import { shortened } from '../../domain/text/shortened.js';
import { message } from '../../messages/message.js';
import { archivedGroup, searchIndex } from '../../records/search/searchIndex.js';
import type { TextHit, TextIndex } from '../../store/textIndex.js';
import { defineOperation } from '../operation.js';

const [usualLimit, maxLimit] = [20, 200];
const snippetWidth = 160;

const hitSchema = z.object({
  /** `W-12`; the path of a plan. */
  ref: z.string(),
  kind: z.enum(searchKinds()),
  title: z.string(),
  status: z.string().nullable(),
  author: z.string().nullable(),
  at: z.iso.datetime(),
  archived: z.boolean(),
  /**
   * Excerpt with the matches (start, end, in UTF-16 units). If only the title matches: the beginning of a decision's reason, without
   * marks, and null for other records.
   */
  snippet: z
    .object({ text: z.string(), marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])) })
    .nullable(),
  text: z.string().nullable(),
});
export type SearchHit = z.infer<typeof hitSchema>;

export const repositorySearch = defineOperation({
  name: 'repository.search',
  order: 70,
  title: 'Search',
  summary:
    'Finds words in work items, notes, tasks, findings, decisions, slices, next actions, blockers, evidence, messages, investigations and plans, best first.',
  input: z.strictObject({
    query: z
      .string()
      .max(1000)
      .describe('Words, "a phrase", filters: kind:finding status:open author:codex task:T-3 lane:login path:src/login'),
    limit: z.int().min(1).max(maxLimit).optional().describe(`Maximum number; ${usualLimit} by default`),
    texts: z.boolean().optional().describe('Return the whole text of each record'),
    prefix: z.boolean().optional().describe('Match the last word as a prefix'),
  }),
  output: z.object({
    hits: z.array(hitSchema),
    /** False if no record has all words: the hits have some of them. */
    allWords: z.boolean(),
    truncated: z.boolean(),
    /** Reason for rebuilding the index, and its number of texts. */
    index: z.object({
      texts: z.int().nonnegative(),
      rebuilt: z.enum(['missing', 'damaged', 'otherVersion']).nullable(),
    }),
  }),
  effect: 'read',
  // The index is read without the store until the next commit; other operations report the store's health.
  tells: 'health',
  mcp: { tool: 'events', action: 'search', brief: 'all records', rare: ['query', 'limit', 'texts', 'prefix'] },
  cli: {
    path: ['search'],
    positionals: ['query'],
    examples: [
      'search "rate limit"',
      "search 'kind:finding status:open login'",
      "search 'task:T-3 path:src/login'",
      'search author:codex --json',
    ],
  },
  // The editor's own search shows results while typing.
  palette: false,
  async run(context, { query, limit = usualLimit, prefix = false, texts = false }) {
    const asked = readSearchQuery(query, prefix);
    const problem = problemOf(asked);
    if (problem !== undefined) return problem;
    const found = await searchIndex(context);
    if (found === undefined) return { hits: [], allWords: true, truncated: false, index: { texts: 0, rebuilt: null } };
    const { index, renewed } = found;
    const { hits, allWords } = search(index, asked, limit);
    const stems = asked.phrases.flat();
    return {
      hits: hits.slice(0, limit).map(hit => hitOf(hit, stems, texts)),
      allWords,
      truncated: hits.length > limit,
      index: { texts: index.size, rebuilt: renewed > 0 && index.origin !== 'read' ? index.origin : null },
    };
  },
});

function problemOf({ phrases, filters, unknown: names, withoutValue }: SearchQuery): Refusal | undefined {
  const [name] = names;
  if (name !== undefined) {
    return refuse('invalid_input', message('reports.unknownFilter', { name }), {
      hint: message('reports.filters', { filters: searchFields.map(field => `${field}:`).join(', ') }),
    });
  }
  if (withoutValue !== undefined) {
    return refuse('invalid_input', message('reports.filterWithoutValue', { name: withoutValue }), {
      hint: 'reports.filterWithoutValueHint',
    });
  }
  const unknown = filters.kind.find(kind => !searchKinds().some(known => known === kind));
  if (unknown !== undefined) {
    return refuse('invalid_input', message('reports.unknownKind', { kind: unknown }), {
      hint: message('reports.kinds', { kinds: searchKinds().join(', ') }),
    });
  }
  if (phrases.length > 0 || Object.values(filters).some(values => values.length > 0)) return undefined;
  return refuse('invalid_input', message('reports.noWords'), { hint: message('reports.noWordsHint') });
}

/** Texts with all words; without any, those with some. */
function search(index: TextIndex, { phrases, filters }: SearchQuery, limit: number) {
  const query = { phrases, filters, limit: limit + 1, first: phrases.flatMap(refOf) };
  const hits = index.search(query);
  if (hits.length > 0 || phrases.length < 2) return { hits, allWords: true };
  return { hits: index.search({ ...query, anyPhrase: true }), allWords: false };
}

/** Resolves `W-12` or `w12`. */
function refOf(stems: readonly string[]): string[] {
  const [, prefix, number] = /^([a-z]) ?([1-9]\d*)\*?$/.exec(stems.join(' ')) ?? [];
  return prefix === undefined ? [] : [`${prefix.toUpperCase()}-${number}`];
}

function hitOf(
  { key, group, title, body, kind, status, author, at }: TextHit,
  stems: string[],
  texts: boolean,
): SearchHit {
  const snippet = snippetOf(body, stems, snippetWidth) ?? (kind === 'decision' ? beginningOf(body) : undefined);
  return {
    ref: key.replace(/#\w+$/, ''),
    kind: kind as SearchHit['kind'],
    title,
    status,
    author,
    at: new Date(at).toISOString(),
    archived: group.startsWith(archivedGroup),
    text: texts ? body.trim() : null,
    snippet:
      snippet === undefined ? null : { text: snippet.text, marks: snippet.marks.map(([start, end]) => [start, end]) },
  };
}

function beginningOf(body: string): { readonly text: string; readonly marks: [] } | undefined {
  const text = shortened(body, snippetWidth).trim();
  return text === '' ? undefined : { text, marks: [] };
}
