import type { Token } from 'markdown-it';
import type { PlanItem } from '../../domain/plan/plan.js';
import { derivedItemId, splitExplicitId, uniqueIds } from '../../domain/plan/planItemId.js';
import { planLimits } from '../../domain/plan/planRow.js';

export interface PlacedItem extends PlanItem {
  /** Index in the text of the character between the brackets. */
  readonly markAt: number;
}

export interface PlanBlock {
  /** Headings above it, innermost last. */
  readonly headings: readonly string[];
  readonly kind: 'paragraph' | 'item' | 'code';
  readonly text: string;
  readonly code: readonly string[];
  /** Undefined without a checkbox. */
  readonly checked?: boolean;
}

export interface PlanDocument {
  /** The first heading of level 1. */
  readonly title: string | undefined;
  readonly items: readonly PlacedItem[];
  readonly blocks: readonly PlanBlock[];
  readonly repeatedIds: readonly string[];
}

const acceptanceHeading = /\b(acceptance|definition of done|done when|done criteria|success criteria)\b/i;
/** A checkbox at the start of an item, as GitHub parses it. */
const box = /^\[([ \txX])\][ \t]+(?=\S)/;

/** Reads a plan's Markdown. Loads the parser on first use: most calls see no plan. */
export async function readPlan(text: string): Promise<PlanDocument> {
  const { default: MarkdownIt } = await import('markdown-it');
  // Parses only blocks; inline content is read here, so that no line can keep the parser busy.
  const parser = new MarkdownIt('commonmark', { maxNesting: 100 }).disable('inline');
  const plain = text.replace(/^\uFEFF/, '');
  const walk = new PlanWalk(text, text.length - plain.length);
  for (const token of parser.parse(plain, {})) walk.visit(token);
  return walk.document();
}

/** Text without checkbox marks, line-end differences and BOM, to detect edits of a plan. */
export function textWithoutMarks(text: string, items: readonly PlacedItem[]): string {
  let plain = '';
  let from = 0;
  for (const { markAt } of items) {
    plain += `${text.slice(from, markAt)} `;
    from = markAt + 1;
  }
  plain += text.slice(from);
  return plain.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

class PlanWalk {
  readonly #text: string;
  readonly #lineStarts: readonly number[];
  /** Current headings by level. */
  readonly #headings: (string | undefined)[] = [];
  readonly #blocks: PlanBlock[] = [];
  readonly #items: PlacedItem[] = [];
  #title: string | undefined;
  /** Owner of the text that follows. */
  #within: 'heading' | 'item' | 'paragraph' = 'paragraph';
  #level = 1;

  /** `skipped` characters at the start are not part of the plan. */
  constructor(text: string, skipped: number) {
    this.#text = text;
    this.#lineStarts = [skipped, ...[...text.matchAll(/\r\n|\r|\n/g)].map(end => end.index + end[0].length)];
  }

  visit({ type, tag, content, map }: Token): void {
    if (type === 'heading_open') this.#enter('heading', Number(tag.slice(1)));
    else if (type === 'list_item_open') this.#enter('item');
    else if (type === 'inline') this.#read(content, map?.[0] ?? 0);
    else if (type === 'fence' || type === 'code_block') this.#keep('code', content, []);
    // An item's text is its first paragraph; a heading in it still counts as one.
    else if (type !== 'paragraph_open') this.#enter('paragraph');
  }

  document(): PlanDocument {
    const { ids, repeated } = uniqueIds(this.#items.map(item => item.id));
    return {
      title: this.#title,
      items: this.#items.map((item, index) => ({ ...item, id: ids[index] ?? item.id })),
      blocks: this.#blocks,
      repeatedIds: repeated,
    };
  }

  #enter(within: 'heading' | 'item' | 'paragraph', level = 1): void {
    this.#within = within;
    this.#level = level;
  }

  /** Lines count from 0. */
  #read(content: string, line: number): void {
    if (this.#within === 'heading') this.#enterHeading(content);
    else if (this.#within === 'item') this.#enterItem(content, line);
    else this.#keep('paragraph', plainText(content), codeSpans(content));
  }

  #enterHeading(content: string): void {
    const text = plainText(content);
    if (this.#level === 1) this.#title ??= text;
    this.#headings.length = this.#level - 1;
    this.#headings[this.#level - 1] = text;
  }

  #enterItem(content: string, line: number): void {
    const mark = box.exec(content);
    const whole = plainText(mark === null ? content : content.slice(mark[0].length));
    const checked = mark === null ? undefined : mark[1]?.toLowerCase() === 'x';
    this.#keep('item', whole, codeSpans(content), checked);
    const markAt = this.#placeOfMark(content, line);
    if (checked === undefined || markAt === undefined) return;
    const headings = this.#above();
    const heading = headings.at(-1);
    const { text, id } = splitExplicitId(whole);
    this.#items.push({
      id: id ?? derivedItemId(heading, text),
      kind: headings.some(one => acceptanceHeading.test(one)) ? 'acceptance' : 'work',
      heading: heading?.slice(0, planLimits.title) ?? null,
      text: text.slice(0, planLimits.itemText),
      checked,
      line: line + 1,
      markAt,
    });
  }

  /** Locates the mark from the line's end, where item and line match: the line starts with list and quote markers. */
  #placeOfMark(content: string, line: number): number | undefined {
    const start = this.#lineStarts[line];
    if (start === undefined) return undefined;
    const raw = (/^[^\r\n]*/.exec(this.#text.slice(start, this.#lineStarts[line + 1]))?.[0] ?? '').trimEnd();
    const first = (content.split('\n')[0] ?? '').trimEnd();
    const markAt = start + raw.length - first.length + 1;
    return raw.endsWith(first) && this.#text[markAt - 1] === '[' && this.#text[markAt + 1] === ']' ? markAt : undefined;
  }

  #keep(kind: PlanBlock['kind'], text: string, code: readonly string[], checked?: boolean): void {
    const block = { headings: this.#above(), kind, text, code };
    this.#blocks.push(checked === undefined ? block : { ...block, checked });
  }

  #above(): string[] {
    return this.#headings.filter(heading => heading !== undefined);
  }
}

function codeSpans(content: string): string[] {
  return [...content.matchAll(/(?<!`)(`{1,3})(?!`)([^`]+)\1(?!`)/g)].map(([, , code = '']) => code.trim());
}

/** Plain text of a line: links as their text, code and emphasis without marks. */
function plainText(content: string): string {
  return content
    .replace(/!?\[([^[\]\n]{1,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/`+/g, '')
    .replace(/(^|[^\p{L}\p{N}*])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?=$|[^\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
