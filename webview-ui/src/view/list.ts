import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type Counted, type IconName, section } from './parts.js';
import type { View } from './view.js';

/** Longer lists are folded … */
const maxRows = 8;
/** … to their first rows, so that the parts below stay in reach. */
const folded = 6;

/** Rows that the host may have cut; `total` counts all. */
interface Listed<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

interface ListPart<Row> {
  /** Number in the heading, if it is not the number of rows. */
  readonly count?: number;
  /** CSS class, and key of the saved state. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  readonly list: Listed<Row>;
  readonly all?: Counted['list'];
  /** True if the order of the rows has a meaning. */
  readonly isOrdered?: boolean;
  row(row: Row): unknown;
  readonly none?: unknown;
}

/** A list with its number in the heading, folded if long; its number and the last line link to the whole list. */
export function listPart<Row extends { readonly ref: string }>(view: View, part: ListPart<Row>): TemplateResult {
  const { name, title, icon, list } = part;
  const heading = { text: title, icon, count: view.text.number(list.total), list: whole(part) };
  return section(view, name, heading, content(view, part));
}

/** A list within another part; its heading has a number only if it differs from the rows. */
export function group<Row extends { readonly ref: string }>(view: View, part: ListPart<Row>): TemplateResult {
  const { name, title, icon, count } = part;
  const counted = count === undefined ? {} : { count: view.text.number(count), list: whole(part) };
  return section(view, name, { text: title, icon, isInner: true, ...counted }, content(view, part));
}

function whole<Row>({ list, all }: ListPart<Row>): Counted['list'] {
  return list.total === 0 ? undefined : all;
}

function content<Row extends { readonly ref: string }>(view: View, part: ListPart<Row>): unknown {
  return part.list.total === 0 ? part.none : rowsOf(view, part);
}

function rowsOf<Row extends { readonly ref: string }>(view: View, { name, list, all, isOrdered, row }: ListPart<Row>) {
  const isLong = list.rows.length > maxRows;
  const isFolded = isLong && !view.page.unfolded.includes(name);
  const rows = repeat(isFolded ? list.rows.slice(0, folded) : list.rows, ({ ref }) => ref, row);
  return html`${isOrdered ? html`<ol class="rows">${rows}</ol>` : html`<ul class="rows">${rows}</ul>`}
    ${isLong ? foldButton(view, name, list, isFolded) : nothing} ${isFolded ? nothing : more(view, list, name, all)}`;
}

function foldButton({ text, page, change }: View, name: string, { rows }: Listed<unknown>, isFolded: boolean) {
  const words = isFolded ? text.of('fold.more', text.number(rows.length - folded)) : text.of('fold.fewer');
  const unfolded = isFolded ? [...page.unfolded, name] : page.unfolded.filter(other => other !== name);
  return html`<p><button type="button" class="link" data-focus="fold ${name}" aria-expanded=${isFolded ? 'false' : 'true'}
    aria-describedby="heading-${name}" @click=${() => change({ unfolded })}>${words}</button></p>`;
}

/** `… and 12 more` below a cut list, with a link to the whole list. */
export function more(
  { text, act }: View,
  { total, rows }: Listed<unknown>,
  name: string,
  list: Counted['list'],
): TemplateResult | typeof nothing {
  const rest = total - rows.length;
  if (rest <= 0) return nothing;
  const words = text.of('more', text.number(rest));
  if (list === undefined) return html`<p class="quiet">${words}</p>`;
  return html`<p><button type="button" class="link" data-focus="more ${name}" title=${list.title} aria-label=${`${words}: ${list.title}`}
    @click=${() => act(list.act)}>${words}</button></p>`;
}
