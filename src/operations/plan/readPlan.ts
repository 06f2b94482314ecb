import type { CompileContext, Extension, Token } from 'mdast-util-from-markdown';
import type { PlanItem } from '../../domain/plan/plan.js';
import { planLimits } from '../../domain/plan/plan.js';
import { derivedItemId, splitExplicitId, uniqueIds } from '../../domain/plan/planItemId.js';

/** A checkbox, with the place of its mark. */
export interface PlacedItem extends PlanItem {
  /** Index of the mark, the character between the brackets, in the text. */
  readonly markAt: number;
}

/** A part of a plan that is no heading, under the headings above it. */
export interface PlanBlock {
  /** Headings above it, the nearest last. */
  readonly headings: readonly string[];
  readonly kind: 'paragraph' | 'item' | 'code';
  readonly text: string;
  /** Code spans in it. */
  readonly code: readonly string[];
  /** The mark of its checkbox; undefined when it has none. */
  readonly checked?: boolean;
}

export interface PlanDocument {
  /** The first heading of the first level. */
  readonly title: string | undefined;
  readonly items: readonly PlacedItem[];
  readonly blocks: readonly PlanBlock[];
  /** Ids that are written more than once. */
  readonly repeatedIds: readonly string[];
}

/** What is read of a node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: { readonly offset?: number | undefined; readonly line: number } } | undefined;
}

type ToText = (node: unknown) => string;

const acceptanceHeading = /\b(acceptance|definition of done|done when|done criteria|success criteria)\b/i;

/** Reads a plan's Markdown. The parser is loaded on first use: most calls never see a plan. */
export async function readPlan(text: string): Promise<PlanDocument> {
  const [{ fromMarkdown }, { gfmTaskListItem }, { toString: toText }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('micromark-extension-gfm-task-list-item'),
    import('mdast-util-to-string'),
  ]);
  // The parser leaves a byte order mark out of its places.
  const skipped = text.startsWith('\uFEFF') ? 1 : 0;
  const marks = new Map<number, boolean>();
  const tree = fromMarkdown(text.slice(skipped), {
    extensions: [gfmTaskListItem()],
    mdastExtensions: [collectMarks(marks)],
  });
  const walk = new PlanWalk(text, skipped, marks, toText);
  walk.visit(tree as Node);
  return walk.document();
}

/** The text without its checkbox marks, as it counts for whether a plan was edited; line ends and the BOM do not count. */
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

/** Notes where each checkbox begins (its bracket) and whether it is ticked. */
function collectMarks(marks: Map<number, boolean>): Extension {
  const note = (checked: boolean) =>
    function (this: CompileContext, token: Token): undefined {
      // A bracket stands on each side: only a mark of one character can be ticked by changing one.
      if (token.end.offset - token.start.offset === 1) marks.set(token.start.offset - 1, checked);
    };
  return { enter: { taskListCheckValueChecked: note(true), taskListCheckValueUnchecked: note(false) } };
}

/** Goes through a plan from top to bottom and keeps what matters. */
class PlanWalk {
  readonly #text: string;
  readonly #skipped: number;
  readonly #marks: ReadonlyMap<number, boolean>;
  readonly #toText: ToText;
  /** Headings above the place, by level. */
  readonly #headings: (string | undefined)[] = [];
  readonly #blocks: PlanBlock[] = [];
  readonly #items: (Omit<PlacedItem, 'id'> & { readonly id: string })[] = [];
  #title: string | undefined;

  constructor(text: string, skipped: number, marks: ReadonlyMap<number, boolean>, toText: ToText) {
    this.#text = text;
    this.#skipped = skipped;
    this.#marks = marks;
    this.#toText = toText;
  }

  visit(node: Node, inItem = false): void {
    if (node.type === 'heading') this.#enterHeading(node);
    else if (node.type === 'code') this.#keep('code', node.value ?? '', []);
    else if (node.type === 'paragraph') this.#enterParagraph(node, inItem);
    else for (const child of node.children ?? []) this.visit(child, node.type === 'listItem');
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

  #enterHeading(node: Node): void {
    const level = node.depth ?? 1;
    const text = oneLine(this.#toText(node));
    if (level === 1) this.#title ??= text;
    this.#headings.length = level - 1;
    this.#headings[level - 1] = text;
  }

  #enterParagraph(node: Node, inItem: boolean): void {
    const start = node.position?.start.offset;
    const checked = inItem && start !== undefined ? this.#marks.get(start) : undefined;
    const whole = oneLine(this.#toText(node));
    this.#keep(inItem ? 'item' : 'paragraph', whole, codeSpans(node), checked);
    if (checked === undefined || start === undefined) return;
    const markAt = start + this.#skipped + 1;
    if (this.#text[markAt - 1] !== '[' || this.#text[markAt + 1] !== ']') return;
    const headings = this.#above();
    const heading = headings.at(-1);
    const { text, id } = splitExplicitId(whole);
    this.#items.push({
      id: id ?? derivedItemId(heading, text),
      kind: headings.some(one => acceptanceHeading.test(one)) ? 'acceptance' : 'work',
      heading: heading?.slice(0, planLimits.title) ?? null,
      text: text.slice(0, planLimits.itemText),
      checked,
      line: node.position?.start.line ?? 1,
      markAt,
    });
  }

  #keep(kind: PlanBlock['kind'], text: string, code: readonly string[], checked?: boolean): void {
    const block = { headings: this.#above(), kind, text, code };
    this.#blocks.push(checked === undefined ? block : { ...block, checked });
  }

  #above(): string[] {
    return this.#headings.filter(heading => heading !== undefined);
  }
}

function codeSpans(node: Node): string[] {
  if (node.type === 'inlineCode') return [node.value ?? ''];
  return (node.children ?? []).flatMap(codeSpans);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
