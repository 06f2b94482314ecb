import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardAct } from '../../../src/protocol/dashboardContract.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import type icons from '../icons.json';
import type { View } from './view.js';

type QueueSection = keyof DashboardState['counts'];

export type IconName = keyof typeof icons;

/** A decorative icon: the words beside it carry the meaning. */
export function icon(name: IconName): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** A button with `W-12` or other words that opens a page; for a record without a page, the reference alone. */
export function pageLink(view: View, ref: string, words = ref): TemplateResult {
  // Findings, lanes, investigations, tasks and work items have one.
  if (!/^[FLRTW]/.test(ref)) return html`<span class="ref">${ref}</span>`;
  return html`<button type="button" class="link ref" data-focus="open ${ref}" title=${view.text.of('open', ref)}
    @click=${() => view.act({ act: 'open', ref })}>${words}</button>`;
}

/** A small button that reveals a work item or a lane in its view; nothing for other records. */
function revealButton(view: View, ref: string): TemplateResult | typeof nothing {
  if (!/^[LW]/.test(ref)) return nothing;
  const isLane = ref.startsWith('L');
  const label = view.text.of(isLane ? 'lanes.reveal' : 'reveal', ref);
  return html`<button type="button" class="icon" data-focus="reveal ${ref}" title=${label} aria-label=${label}
    @click=${() => view.act({ act: isLane ? 'revealLane' : 'reveal', ref })}>${icon('list-tree')}</button>`;
}

/** The first line of a row: link to its page, title, and reveal button. */
export function rowTitle(view: View, ref: string, title: string): TemplateResult {
  return html`<div class="line">${pageLink(view, ref)} <span class="title">${title}</span>${revealButton(view, ref)}</div>`;
}

/** A relative time, or `words`, with the exact time in its tooltip. */
export function timeAgo(view: View, iso: string, words = view.text.relative(iso, view.now)): TemplateResult {
  return html`<time datetime=${iso} title=${view.text.exact(iso)}>${words}</time>`;
}

export function priorityMark(view: View, priority: number): TemplateResult {
  return html`<span class="mark priority-${priority}">${view.text.of('priority', priority)}</span>`;
}

export interface Counted {
  readonly count: string;
  /** Undefined if the page shows all of it, or no view has the list. */
  readonly list?: { readonly act: DashboardAct; readonly title: string } | undefined;
}

/** A part of the page with its heading, or one within another. Busy while its content is pending. */
export function section(
  view: View,
  name: string,
  heading: { text: string; icon: IconName; isInner?: boolean } & Partial<Counted>,
  content: unknown,
  isBusy = false,
): TemplateResult {
  const words = html`${icon(heading.icon)} ${heading.text}
    ${heading.count === undefined ? nothing : count(view, name, { count: heading.count, list: heading.list })}`;
  return html`<section class="part ${name}" aria-labelledby="heading-${name}" aria-busy=${isBusy ? 'true' : 'false'}>
    ${
      heading.isInner
        ? html`<h3 id="heading-${name}" tabindex="-1">${words}</h3>`
        : html`<h2 id="heading-${name}" tabindex="-1">${words}</h2>`
    }
    ${content}
  </section>`;
}

function count(view: View, name: string, { count: words, list }: Counted): TemplateResult {
  if (list === undefined) return html`<span class="count">${words}</span>`;
  return html`<button type="button" class="count" data-focus="list ${name}" title=${list.title} aria-label=${`${words}: ${list.title}`}
    @click=${() => view.act(list.act)}>${words}</button>`;
}

export function sectionList({ text }: View, section: QueueSection): NonNullable<Counted['list']> {
  return { act: { act: 'showSection', section }, title: sectionTitle(text, section) };
}

/** The Needs You view, for what needs a person. */
export function sectionTitle(text: View['text'], section: QueueSection): string {
  return section === 'needs_you' ? text.of('showNeeds') : text.of('showSection', text.of(`count.${section}`));
}
