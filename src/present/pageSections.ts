import { jsonText, plainNumber } from '../domain/json/writtenJson.js';
import { visibleText } from '../domain/text/visibleText.js';
import { type Field, isNothing, type Page, type Pen, type Value } from './page.js';
import { plainOf, type Span, spansOf } from './spanPen.js';

interface SpanField {
  readonly name: string;
  readonly value: readonly Span[];
}

/** Drawn by surfaces without knowledge of the record. */
export type PageBlock =
  | { readonly kind: 'fields'; readonly fields: readonly SpanField[] }
  | { readonly kind: 'list'; readonly heading: string; readonly lines: readonly (readonly Span[])[] }
  | { readonly kind: 'prose'; readonly heading: string | null; readonly text: string };

interface PageSection {
  readonly title: string;
  readonly blocks: readonly PageBlock[];
}

/** Limits for values of unknown shape: entries, and expanded levels. */
const maxEntries = 200;
const maxDepth = 8;

/** Splits fields into those of `head`, in that order, and blocks: lines first, then each list and text under its name. */
export function fieldsOf(
  fields: readonly Field[],
  { t }: Pick<Pen, 't'>,
  head: readonly string[] = [],
): { readonly head: readonly SpanField[]; readonly blocks: readonly PageBlock[] } {
  const lines = fields.flatMap(([name, value]): SpanField[] =>
    typeof value === 'string' ? [{ name, value: spansOf(value) }] : [],
  );
  const rest = lines.filter(({ name }) => !head.includes(name));
  return {
    head: head.flatMap(wanted => lines.filter(({ name }) => name === wanted)),
    blocks: [
      ...(rest.length === 0 ? [] : [{ kind: 'fields' as const, fields: rest }]),
      ...fields.flatMap(([name, value]) => blockOf(name, value, t)),
    ],
  };
}

export function partSections({ parts = [] }: Page, pen: Pick<Pen, 't'>): PageSection[] {
  return parts.map(({ title, fields, prose }) => ({
    title: plainOf(title),
    blocks: [...fieldsOf(fields, pen).blocks, ...(prose === undefined ? [] : proseBlock(null, prose))],
  }));
}

function blockOf(name: string, value: Value, t: Pen['t']): PageBlock[] {
  if (value === null || typeof value === 'string') return [];
  if ('list' in value) {
    return value.list.length === 0 ? [] : [{ kind: 'list', heading: name, lines: value.list.map(spansOf) }];
  }
  if ('prose' in value) return value.prose === null ? [] : proseBlock(name, value.prose);
  const held = 'json' in value ? value.json : value.notes;
  if (isNothing(held)) return [];
  if (typeof held === 'string') return proseBlock(name, held);
  const entries = entriesOf(held);
  const shown = entries
    .slice(0, maxEntries)
    .map(([key, text]) => [{ text: `${key}: `, code: true as const }, { text }]);
  const rest = entries.length - shown.length;
  return [
    { kind: 'list', heading: name, lines: rest === 0 ? shown : [...shown, [{ text: t('… and {0} more', rest) }]] },
  ];
}

function proseBlock(heading: string | null, text: string): PageBlock[] {
  return [{ kind: 'prose', heading, text: visibleText(text) }];
}

/** Entries by path (`branch`, `steps.0`); deeper levels are one value. */
function entriesOf(given: unknown, path = '', depth = 0): [path: string, text: string][] {
  const value = plainNumber(given);
  if (typeof value === 'object' && value !== null && !isNothing(value) && depth < maxDepth) {
    return Object.entries(value).flatMap(([key, inner]) => {
      const name = visibleText(key).replaceAll('\n', ' ');
      return entriesOf(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    });
  }
  return [[path, typeof value === 'string' ? visibleText(value) : jsonText(given)]];
}
